#!/bin/sh
# Checks for what linking the executable takes: a C compiler, and zlib and the C library for static linking. Names what is
# missing with the command that installs it; as root on Debian, runs that command.
set -eu

missing() {
    command -v gcc >/dev/null || echo gcc
    for file in crt1.o libc.a; do # gcc answers with the bare name for a file that it does not find
        if [ "$(gcc -print-file-name=$file 2>/dev/null || echo $file)" = $file ]; then echo libc6-dev; fi
    done
    if [ "$(gcc -print-file-name=libz.a 2>/dev/null || echo libz.a)" = libz.a ]; then echo zlib1g-dev; fi
    command -v xz >/dev/null || echo xz-utils
}

packages=$(missing | sort -u | tr '\n' ' ')
if [ -z "$packages" ]; then exit 0; fi
install="apt-get install -y --no-install-recommends $packages"
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
    echo "Installing what the native build needs: $packages" >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends $packages; } >&2
else
    echo "The native build needs these Debian packages, or what your system has for them: $packages" >&2
    echo "Install them:  sudo $install" >&2
    exit 1
fi
