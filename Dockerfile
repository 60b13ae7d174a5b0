# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image has its own Node, and the database is a service of its own: neither is installed a second time.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The dashboard and the other pages are built once; the image keeps what comes of it alone.
FROM node:24.21.0-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts/build-web.mjs ./scripts/
COPY sdk ./sdk
COPY web ./web
RUN node scripts/build-web.mjs

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 SMTP_HOST=0.0.0.0 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY src ./src
COPY channels ./channels
COPY scripts ./scripts
COPY --from=web /app/web ./web
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 2525
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--expose-gc", "--max-semi-space-size=32", "--heap-growing-percent=100", "--max-old-space-size=512", "src/main.mjs"]
