#!/bin/sh
# Prints the commit that is being built, with -dirty after it if files differ from it; nothing if that cannot be known.
archived='$Format:%h$' # filled in by git archive
cd "$(dirname "$0")/.." || exit
if [ -e .git ]; then
    git describe --always --dirty --exclude '*' 2>/dev/null
elif [ "${archived#?Format}" = "$archived" ]; then
    echo "$archived"
fi
true
