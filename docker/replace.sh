#!/bin/sh
# Replaces the containers of a service without losing a call:
#   docker/replace.sh versioning
# Build or pull the new image and run its migrations first (docs/deploy.md, "A new version"). Set COMPOSE_FILE and
# COMPOSE_PROJECT_NAME for a project other than this one.
# shellcheck disable=SC2086 # container names, one per line, are passed as separate words
set -eu
cd "$(dirname "$0")"
service=${1:?name the service: versioning or reporting}

compose() {
  ${COMPOSE:-docker compose} "$@"
}

is_healthy() {
  [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]
}

old=$(compose ps --quiet "$service")
if [ -z "$old" ]; then
  echo "No $service is running. Bring it up: docker compose up --detach $service" >&2
  exit 1
fi
replicas=$(echo "$old" | wc -l)
compose up --detach --no-deps --no-recreate --scale "$service=$((replicas * 2))" "$service"
new=$(compose ps --quiet "$service" | grep --invert-match --fixed-strings --line-regexp "$old")

for container in $new; do
  seconds=0
  until is_healthy "$container"; do
    seconds=$((seconds + 1))
    if [ "$seconds" -gt 60 ]; then
      docker logs --tail 20 "$container" >&2
      docker rm --force --volumes $new > /dev/null
      echo "The new $service did not become healthy within a minute. The old one was not touched." >&2
      exit 1
    fi
    sleep 1
  done
done

# They keep serving until nginx finds the new ones (SHUTDOWN_DELAY), and finish running requests.
docker stop $old > /dev/null
status=0
for container in $old; do
  ended=$(docker inspect --format '{{.State.ExitCode}}' "$container")
  # Otherwise an anonymous volume would remain, and the next replacement would start the container again.
  docker rm --volumes "$container" > /dev/null
  [ "$ended" = 0 ] && continue
  echo "$service is replaced, but $container ended with $ended: it was cut off." >&2
  status=1
done
exit $status
