/** The sources of settings. Each source beats the sources before it. */
export interface ConfigSources {
  /** A folder of files named for plugins: `etcd.yaml`, `etcd.yml`, `etcd.json`. `--config-dir` and `CONFIG_DIR` beat it. */
  directory?: string
  /** `ETCD_CONFIG` names a file; `ETCD_ENDPOINTS` sets a single setting. */
  environment: Readonly<Record<string, string | undefined>>
  /** `--etcd-config=FILE` names a file; `--etcd.endpoints=VALUE` sets a single setting. Values are read as YAML, except those of text settings. */
  flags: readonly string[]
}

/** Turns `kvdbsync-etcd` and `pollMs` into `KVDBSYNC_ETCD` and `POLL_MS`. */
export function variableName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}
