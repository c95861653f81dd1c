/** The sources of settings. Each beats the ones before. */
export interface ConfigSources {
  /** A folder of files named for plugins: `etcd.yaml`, `etcd.yml`, `etcd.json`. `--config-dir` and `CONFIG_DIR` beat it. */
  directory?: string
  /** `ETCD_CONFIG` names a file, `ETCD_ENDPOINTS` sets one setting. */
  environment: Readonly<Record<string, string | undefined>>
  /** `--etcd-config=FILE` names a file, `--etcd.endpoints=VALUE` sets one setting. Values are read as YAML, except of texts. */
  flags: readonly string[]
}

/** `kvdbsync-etcd` and `pollMs` as `KVDBSYNC_ETCD` and `POLL_MS`. */
export function variableName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}
