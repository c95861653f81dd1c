import type { Finding } from './finding.ts'

/** Reports the running Node. Slipway comes without a Node for macOS. */
export function nodeFinding({
  version,
  execPath,
  platform,
}: Pick<NodeJS.Process, 'version' | 'execPath' | 'platform'>): Finding {
  const detail = `${version} at ${execPath}`
  if (platform !== 'darwin') return { verdict: 'good', what: 'node', detail }
  return {
    verdict: 'good',
    what: 'node',
    detail: `${detail}; a Mac brings its own Node 24, and @slipway/node has none for it`,
  }
}
