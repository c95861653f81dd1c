/**
 * A small npm registry of our own, which keeps published packages in memory: `npm publish` and `npm install` use it like any other. For
 * unknown packages it sends npm to the registry that this machine uses.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Registry {
  /** Ends with a slash. */
  readonly url: string
  /** The text of an .npmrc: all packages come from this registry, and the user may publish there. */
  readonly config: string
  /** The published packages as `NAME@VERSION`, in order. */
  readonly published: readonly string[]
  /** Refused requests, each with the reason. */
  readonly refused: readonly string[]
  /** Publishes an archive that `npm pack` has written, without npm. Like npm it refuses a private package. */
  take(file: string): void
  close(): Promise<void>
}

interface Published {
  readonly name: string
  readonly 'dist-tags': Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, Version>>
  readonly _attachments?: Readonly<Record<string, { readonly data: string }>>
}

interface Version {
  readonly version: string
  readonly dist: { readonly integrity: string; readonly shasum: string }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
}

interface Answer {
  readonly status: number
  readonly body?: object | Buffer
  readonly location?: string
}

const token = 'letmein'

/**
 * @param elsewhere the registry for everything else, with its slash at the end
 * @param isOurs whether a package can only come from here
 */
export async function startRegistry(elsewhere: string, isOurs: (name: string) => boolean): Promise<Registry> {
  const packages = new Map<string, Published>()
  const archives = new Map<string, Buffer>()
  const published: string[] = []
  const refused: string[] = []
  let url = ''

  const refuse = (status: number, error: string): Answer => {
    refused.push(error)
    return { status, body: { error } }
  }

  function publish(name: string, said: Published): Answer {
    const before = packages.get(name)
    const added = Object.values(said.versions)
    for (const { version, dist } of added) {
      if (before?.versions[version] !== undefined) return refuse(403, `${name}@${version} is there already`)
      const file = `${name}-${version}.tgz`
      const archive = Buffer.from(said['_attachments']?.[file]?.data ?? '', 'base64')
      const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
      if (integrity !== dist.integrity) return refuse(400, `${file} is not what its package says`)
      archives.set(file, archive)
      published.push(`${name}@${version}`)
    }
    const versions = added.map((one) => [
      one.version,
      { ...one, dist: { ...one.dist, tarball: `${url}-/${name}-${one.version}.tgz` } },
    ])
    packages.set(name, {
      name,
      'dist-tags': { ...before?.['dist-tags'], ...said['dist-tags'] },
      versions: { ...before?.versions, ...(Object.fromEntries(versions) as Published['versions']) },
    })
    return { status: 201, body: { ok: true } }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method, headers } = request
    const path = decodeURIComponent((request.url ?? '/').slice(1).replace(/\?.*/, ''))
    if (method === 'PUT') {
      const body = Buffer.concat((await request.toArray()) as Buffer[])
      if (headers.authorization !== `Bearer ${token}`) return refuse(401, 'only who has the token may publish')
      return publish(path, JSON.parse(String(body)) as Published)
    }
    if (path.startsWith('-/') && archives.has(path.slice(2)))
      return { status: 200, body: archives.get(path.slice(2)) as Buffer }
    const known = packages.get(path)
    if (known !== undefined) return { status: 200, body: known }
    if (path.startsWith('-/') || isOurs(path)) return { status: 404, body: { error: `there is no ${path}` } }
    return { status: 302, location: elsewhere + (request.url ?? '/').slice(1) }
  }

  const server = createServer((request, response) => {
    const answered = answer(request).catch((error: unknown) => refuse(500, String(error)))
    void answered.then(({ status, body, location }) => {
      response.writeHead(status, location === undefined ? {} : { location })
      return response.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  return {
    url,
    config: `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`,
    published,
    refused,
    take: (file) => {
      const { name, version, ...manifest } = manifestIn(file)
      if (manifest.private === true) throw new Error(`${file} is private`)
      const archive = readFileSync(file)
      const dist = {
        integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
        shasum: createHash('sha1').update(archive).digest('hex'),
      }
      const packed: Manifest & Version = { ...manifest, name, version, dist }
      publish(name, {
        name,
        'dist-tags': { latest: version },
        versions: { [version]: packed },
        _attachments: { [`${name}-${version}.tgz`]: { data: archive.toString('base64') } },
      })
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function manifestIn(file: string): Manifest {
  const text = execFileSync('tar', ['--extract', '--gzip', '--to-stdout', '--file', file, 'package/package.json'])
  return JSON.parse(text.toString()) as Manifest
}
