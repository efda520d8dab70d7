#!/bin/sh
# Bring the cluster to this version: the tables first, and nothing else if that fails.
set -eu
cd "$(dirname "$0")"
kubectl --namespace sundial delete job upgrade --ignore-not-found
kubectl apply --kustomize . --selector step=upgrade
until kubectl --namespace sundial wait --for=condition=complete --timeout=10s job/upgrade; do
	if kubectl --namespace sundial wait --for=condition=failed --timeout=1s job/upgrade; then
		kubectl --namespace sundial logs job/upgrade
		exit 1
	fi
done
kubectl apply --kustomize .
