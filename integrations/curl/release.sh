#!/bin/sh
# Builds with the version for the branch, then tags the commit with it: main gets a minor, release/1.4 a patch of its
# line, any other branch a candidate. When rerun, even days later, it builds the same version, and the tag exists already.
# The version of a failed or cancelled build is withdrawn.
set -eu
next_version=$(dirname "$0")/next-version.sh
VERSION=$("$next_version" my-app minor --branch "${BRANCH:-main}" --once-per-commit)
trap '"$next_version" withdraw my-app "$VERSION"' EXIT
trap 'exit 143' INT TERM
./build.sh "$VERSION"
trap - EXIT
git push origin "HEAD:refs/tags/v$VERSION"
