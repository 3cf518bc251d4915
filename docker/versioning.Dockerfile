# docker build -f docker/versioning.Dockerfile --build-arg COMMIT=$(git rev-parse --short HEAD) -t versioning .

FROM node:24.21-bookworm-slim AS build
WORKDIR /source
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches/
RUN npm install --global "$(node -p "require('./package.json').packageManager")" && pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile --filter versioning... \
  && pnpm --filter versioning... run build \
  && pnpm --filter versioning deploy --prod /app \
  && chmod 755 /app/dist/cli.js
# Prisma's client includes a query compiler for each database; only PostgreSQL's is used.
RUN find /app/node_modules -path '*/@prisma/client/runtime/*' \
    -name 'query_compiler_*' ! -name 'query_compiler_small_bg.postgresql.*js' -delete \
  && find /app/node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' \) -delete

FROM node:24.21-bookworm-slim
WORKDIR /app
# No packages are installed at run time; scanners read the installed ones from /var/lib/dpkg.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    /usr/bin/apt* /usr/bin/dpkg*
RUN ln -s /app/dist/cli.js /usr/local/bin/versioning
COPY --from=build /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3001 SHUTDOWN_DELAY=5s
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "\
  fetch('http://127.0.0.1:' + process.env.PORT + '/api/health') \
    .then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ARG COMMIT
ENV COMMIT=$COMMIT
LABEL org.opencontainers.image.title=versioning org.opencontainers.image.revision=$COMMIT
USER node
ENTRYPOINT ["versioning"]
CMD ["serve"]
