import { fetchResource } from '../core-provider/fetch-resource.ts'

/** Bytes of what lies at an address that a program names: all of it is held at once. */
const most = 256 * 1024 * 1024

/** Fetches the file at an http or https address, of which only the hash is kept. Fails as `fetchResource`. */
export function fetchAsset(address: string): Promise<Buffer> {
  return fetchResource(address, most)
}
