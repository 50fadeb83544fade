#!/bin/bash
# Makes what the native-image builder needs besides its jars, which are all that Maven Central has of GraalVM:
#   clib/   the JDK's C libraries for static linking, compiled from Debian's source package of the JDK,
#           and SubstrateVM's own small C libraries, from the files in c/
#   jdk/    a copy of the JDK with the builder's one JNI library in it
# usage: setup.sh OUT    with JAVA_HOME (a JDK 25) and NATIVE_IMAGE_JARS (the builder's jars, separated by colons)
set -euo pipefail
modules="java.base jdk.net java.prefs java.management jdk.management"
here=$(cd "$(dirname "$0")" && pwd)
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { printf 'native-image set-up: %s\n' "$*" >&2; }

# The JDK's sources, from the Debian archive that apt is set up with. apt checks the archive's signature and all sums.
fetch_sources() {
    local archive uri name sum
    archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null | grep -v security | head -1) || true
    if [ -z "$archive" ]; then
        echo "native-image set-up: needs an apt that knows a Debian archive, for the JDK's C sources (run apt-get update once)." >&2
        echo "Elsewhere, install a GraalVM for JDK 25 and set GRAALVM_HOME to it." >&2
        exit 1
    fi
    echo "deb-src $archive trixie main" > "$work/sources.list"
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    local apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=- -o "APT::Sandbox::User=$(id -un)"
        -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache")
    cd "$work"
    "${apt[@]}" update
    read -r uri name _ sum < <("${apt[@]}" source --print-uris --tar-only openjdk-25 2>/dev/null | grep '\.orig\.tar\.xz ')
    /usr/lib/apt/apt-helper -qq -o "APT::Sandbox::User=$(id -un)" download-file "${uri//\'/}" "$work/$name" "$sum"
    mkdir "$work/jdk"
    local wanted=('*/src/hotspot/share/include' '*/src/hotspot/os/posix/include') module
    for module in $modules; do wanted+=("*/src/$module/*/native" "*/src/$module/*/classes"); done
    tar xJf "$work/$name" -C "$work/jdk" --strip-components=1 --wildcards "${wanted[@]}"
}

# javac writes the headers of native methods. It gets just the sources that have some, and finds all others in the JDK.
make_jni_headers() {
    local module classes
    for module in $modules; do
        mkdir -p "$work/java/$module"
        for classes in "$work/jdk/src/$module"/{share,unix,linux}/classes; do
            if [ -d "$classes" ]; then
                (cd "$classes" && grep -rlE '\bnative\b.*\(|@Native\b' --include='*.java' . | tar cf - -T -) | tar xf - -C "$work/java/$module" || true
            fi
        done
        find "$work/java/$module" -name '*.java' > "$work/natives"
        "$JAVA_HOME/bin/javac" -nowarn -proc:none -implicit:none -XDignore.symbol.file --patch-module "$module=$work/java/$module" \
            -h "$work/headers" -d "$work/classes/$module" @"$work/natives" 2>"$work/log" || { cat "$work/log" >&2 && exit 1; }
    done
}

compile_jdk_libraries() {
    local src=$work/jdk/src flags dir library name feature interim update patch
    IFS=. read -r feature interim update patch < <(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$JAVA_HOME/release") || true
    printf '#define %s\n' 'ARCHPROPNAME "amd64"' "VERSION_FEATURE $feature" "VERSION_INTERIM ${interim:-0}" "VERSION_UPDATE ${update:-0}" \
        "VERSION_PATCH ${patch:-0}" 'VERSION_BUILD 0' "VERSION_STRING \"$feature\"" > "$work/config.h"
    flags="$cflags -w -std=gnu11 -fno-strict-aliasing -include $work/config.h -D_GNU_SOURCE -D_REENTRANT -D_LARGEFILE64_SOURCE"
    flags="$flags -D_LITTLE_ENDIAN -D_LP64=1 -DLINUX -DNDEBUG -DSTATIC_BUILD=1 -I$work/headers"
    for dir in "$src"/hotspot/share/include "$src"/hotspot/os/posix/include "$src"/java.base/{share,unix,linux}/native/lib{java,net,nio,zip} \
        "$src"/java.base/{share,unix,linux}/native/libnio/{ch,fs} "$src"/{java,jdk}.management/share/native/lib{management,management_ext}; do
        if [ -d "$dir" ]; then flags="$flags -I$dir"; fi
    done
    for library in java.base/java java.base/nio java.base/net java.base/zip jdk.net/extnet java.prefs/prefs \
        java.management/management jdk.management/management_ext; do
        name=${library#*/}
        mkdir -p "$work/objects/$name"
        find "$src/${library%/*}" -path "*/native/lib$name/*" -name '*.c' -not -path '*/zlib/*' -not -path '*/windows/*' \
            -not -path '*/macosx/*' -not -path '*/aix/*' |
            xargs -P "$(nproc)" -I{} sh -c "gcc $flags -DLIBRARY_NAME=$name -c {} -o $work/objects/$name/\$(basename {}).o"
        ar rcs "$out/clib/lib$name.a" "$work/objects/$name"/*.o
    done
}

compile_helpers() {
    local include="-I$out/clib/include" platform helper
    cp "$here/c/svm_locale.h" "$out/clib/include/"
    for platform in amd64:AMD64 aarch64:AArch64 riscv64:RISCV64; do # the builder looks at all three headers
        {
            printf '#include <stdint.h>\ntypedef struct {\n'
            "$JAVA_HOME/bin/javap" -cp "$NATIVE_IMAGE_JARS" "com.oracle.svm.core.${platform%:*}.${platform#*:}LibCHelper\$CPUFeatures" |
                sed -n 's/.* boolean \(f[A-Za-z0-9_]*\)();/  uint8_t \1;/p'
            echo '} CPUFeatures;'
        } > "$out/clib/include/${platform%:*}cpufeatures.h"
    done
    for helper in chelper container jvm; do
        gcc $cflags "$include" -c "$here/c/$helper.c" -o "$work/$helper.o"
    done
    # Whatever else of the JVM the JDK's libraries name is never called: a stub that stops the program stands for it.
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\n'
        comm -23 <(nm -u "$out"/clib/*.a 2>/dev/null | awk '$2 ~ /^JVM_/ {print $2}' | sort -u) <(nm --defined-only "$work/jvm.o" | awk '{print $3}' | sort -u) |
            sed 's/.*/void &(void) { fputs("&: not available in a native image\\n", stderr); abort(); }/'
    } > "$work/stubs.c"
    gcc $cflags -c "$work/stubs.c" -o "$work/stubs.o"
    ar rcs "$out/clib/liblibchelper.a" "$work/chelper.o"
    ar rcs "$out/clib/libsvm_container.a" "$work/container.o"
    ar rcs "$out/clib/libjvm.a" "$work/jvm.o" "$work/stubs.o"
    gcc $cflags -fvisibility=default -shared "$here/c/reporter.c" -o "$out/jdk/lib/svm/builder/lib/libreporterchelper.so"
}

cflags="-O2 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -I$JAVA_HOME/include -I$JAVA_HOME/include/linux"
mkdir -p "$out/clib/include" "$out/jdk/lib/svm/builder/lib"
say "copying the JDK"
tar cf - -C "$JAVA_HOME" --exclude=./jmods --exclude=./lib/src.zip --exclude=./demo . | tar xf - -C "$out/jdk"
say "fetching the JDK's C sources (75 MB)"
fetch_sources
say "compiling the JDK's C libraries"
make_jni_headers
compile_jdk_libraries
compile_helpers
"$JAVA_HOME/bin/java" "$here/Exports.java" | sort > "$out/exports.args"
say "done"
