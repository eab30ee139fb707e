# The product as one image: `docker build -t naijabuilt .`; compose.yaml runs it with all it needs.

FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY astro.config.mjs tsconfig.json ./
COPY public public
COPY scripts scripts
COPY src src
ENV ASTRO_TELEMETRY_DISABLED=1
RUN node scripts/build.ts
# What only testing needs does not run the site, nor does the project's own Node, because the image has one.
RUN npm prune --omit=dev --no-audit --no-fund --loglevel=error && rm -r node_modules/node-linux-* node_modules/.bin/node

FROM node:26.10.0-bookworm-slim
# METRICS_PORT answers within the container alone; METRICS_HOST=0.0.0.0 lets a scraper in.
# TMPDIR: uploads lie there while they come in, and /tmp may be memory. The server makes it.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4321 \
    METRICS_PORT=9464 \
    DATA_DIR=/data \
    TMPDIR=/data/tmp \
    DRAIN_SECONDS=5 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=2097152 \
    MALLOC_MMAP_THRESHOLD_=4194304
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/package.json package.json
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
# Nothing in /app is written to: the root may be read-only. /data is the one place that is.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 4321 9464
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# As process 1 it gets SIGTERM itself, and ends when everything in flight is answered.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "--heap-growing-percent=60", "src/main.ts"]
