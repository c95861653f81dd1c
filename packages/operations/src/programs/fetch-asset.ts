import { fetchResource } from '../core-provider/fetch-resource.ts'

/** Maximum size of a fetched asset, in bytes. The asset is held in memory. */
const most = 256 * 1024 * 1024

/** Fetches the file at an http or https address; only its hash is kept. Fails like `fetchResource`. */
export function fetchAsset(address: string): Promise<Buffer> {
  return fetchResource(address, most)
}
