# An image with nothing in it but the executable, which needs nothing else: docker build -t mtc .
#   docker run --rm -v "$PWD:/data" mtc check history.edn
FROM debian:trixie AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    ca-certificates git maven openjdk-21-jdk-headless openjdk-25-jdk-headless gcc libc6-dev zlib1g-dev xz-utils
COPY . /mtc
RUN /mtc/gradlew -p /mtc --no-daemon nativeCompile

FROM scratch
COPY --from=build /mtc/app/build/native/mtc /mtc
WORKDIR /tmp
WORKDIR /data
ENTRYPOINT ["/mtc"]
