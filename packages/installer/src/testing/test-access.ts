import { createHttpClient } from '../net/create-http-client.ts'
import type { DefaultHosts } from '../net/default-hosts.ts'
import type { Access } from '../sources/source.ts'

interface TestAccess {
  /** The environment of the source and of its client. */
  readonly env?: Readonly<Record<string, string>>
  readonly isOffline?: boolean
  readonly hosts?: DefaultHosts
  readonly settings?: { readonly allowHttp: boolean }
  /** The pause between two attempts. */
  readonly wait?: () => Promise<void>
}

/** Creates the access of a source under test, with a client for local servers. */
export function testAccess({ env = {}, isOffline = false, ...ofClient }: TestAccess = {}): Access {
  const { signal } = new AbortController()
  const http = createHttpClient({ env, signal, isOffline, ...ofClient })
  return { http, signal, env, isOffline, progress: () => undefined }
}
