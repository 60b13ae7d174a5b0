FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image has its own Node, and the database is a separate service: neither is installed again.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The server, the dashboard and the other pages are built here, with tools that the image does not contain.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
COPY channels ./channels
COPY sdk ./sdk
COPY web ./web
RUN node scripts/build.mjs

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 SMTP_HOST=0.0.0.0 DATA_DIR=/data LOG_FORMAT=json NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
# A different user that is set without a group has group 0, as in OpenShift.
RUN mkdir --mode=775 /data && chown node:root /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY src ./src
COPY channels ./channels
COPY scripts ./scripts
# The command line is a client of the API.
COPY sdk/src ./sdk/src
COPY --from=build /app/web ./web
COPY --from=build /app/dist ./dist
# The user `node`, by its number: for a name, Kubernetes cannot verify that it is not root (runAsNonRoot).
USER 1000
VOLUME /data
EXPOSE 3000 2525
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/v1/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--expose-gc", "--max-semi-space-size=32", "--heap-growing-percent=100", "--invocation-count-for-maglev=100", "--invocation-count-for-turbofan=800", "--minimum-invocations-after-ic-update=100", "--max-old-space-size=512", "dist/main.mjs"]
