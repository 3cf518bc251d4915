#!/bin/sh
# Builds with the version that the branch takes, then tags the commit with it: main a minor, release/1.4 a patch of its
# line, any other branch a candidate. Run again, also tomorrow, it builds the same version and finds the tag in place. A
# version whose build was cancelled or failed is withdrawn.
set -eu
next_version=$(dirname "$0")/next-version.sh
VERSION=$("$next_version" my-app minor --branch "${BRANCH:-main}" --once-per-commit)
trap '"$next_version" withdraw my-app "$VERSION"' EXIT
trap 'exit 143' INT TERM
./build.sh "$VERSION"
trap - EXIT
git push origin "HEAD:refs/tags/v$VERSION"
