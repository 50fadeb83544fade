# An image with nothing in it but the executable, which needs nothing else: docker build -t mtc .
#   docker run --rm -v "$PWD:/data" mtc check history.edn
FROM debian:trixie AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    ca-certificates git maven openjdk-21-jdk-headless openjdk-25-jdk-headless gcc libc6-dev zlib1g-dev xz-utils
COPY . /mtc
RUN /mtc/gradlew -p /mtc --no-daemon nativeCompile
# All that is in the image: anybody may write temporary files, whoever the container runs as.
RUN mkdir -p /image/data && mkdir -m 1777 /image/tmp && cp /mtc/app/build/native/mtc /image/mtc

FROM scratch
COPY --from=build /image/ /
WORKDIR /data
ENTRYPOINT ["/mtc"]
