# docker build -t satdoku . && docker run --rm -i satdoku solve < puzzles/easy.txt
FROM rust:1.95-slim AS build
WORKDIR /satdoku
COPY . .
RUN cargo build --release --locked --package satdoku-cli

FROM debian:stable-slim
COPY --from=build /satdoku/target/release/satdoku /usr/local/bin/satdoku
ENTRYPOINT ["satdoku"]
