#!/bin/zsh -f
# Types a text and a tab into an interactive shell that has loaded a completion script, and prints the words that the
# shell then passes to mtc, a line each. Usage: complete.zsh SHELL SCRIPT FOLDER TEXT
zmodload zsh/zpty
export TERM=vt100
cd $3
case $1 in
  bash) zpty -b -e shell bash --norc --noprofile -i; load="source $2"; echo='mtc() { printf "\nword<%s>" "$@"; echo; echo "all""done"; }' ;;
  zsh) zpty -b -e shell zsh -f -i; load="autoload -Uz compinit; compinit -u -D; source $2"; echo='mtc() { printf "\nword<%s>" "$@"; echo; echo "all""done"; }' ;;
  fish) zpty -b -e shell fish --no-config -i; load="source $2"; echo='function mtc; for a in $argv; echo; echo -n "word<$a>"; end; echo; echo "all""done"; end' ;;
esac

# Waits until the shell has printed something.
await() {
  local part
  integer tries=0
  seen=
  while [[ $seen != *$1* ]] && (( tries++ < 60 )); do
    if zpty -r shell part; then seen+=$part; else sleep 0.1; fi
  done
}

zpty -w shell "$load"
zpty -w shell "$echo"
zpty -w shell 'echo "re""ady"'
await ready
zpty -w -n shell "$4"$'\t'
sleep 0.5
zpty -w -n shell $'\r'
await alldone
print -r -- "$seen" | grep -ao 'word<[^>]*>'
zpty -d shell
