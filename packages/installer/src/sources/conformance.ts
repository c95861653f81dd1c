import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { createHttpClient, type HttpClientParts } from '../net/create-http-client.ts'
import type { FileServer, Route } from '../testing/servers/file-server.ts'
import { ProxyServer } from '../testing/servers/proxy-server.ts'
import type { Access, Fetched, Offer, Source } from './source.ts'

/** A source to test, with one plugin that it has. */
export interface SourceSubject {
  readonly source: Source
  readonly descriptor: Descriptor
  readonly version: string
  /** The bytes of the archive. */
  readonly body: Buffer
  /** The server of the source; absent: the source asks no server. */
  readonly server?: FileServer
  /** The path of the archive on the server. */
  readonly asset?: string
  readonly lists: boolean
  readonly dispose?: () => Promise<void>
}

const platform = 'linux-amd64'
const token = 'sesame-opens-7'

/** Defines the tests that every source must pass. Run it from a test file: `sourceConformance('path', () => …)`. */
export function sourceConformance(name: string, make: () => Promise<SourceSubject>): void {
  const check = (title: string, body: (subject: Subject) => Promise<void>): void => {
    test(title, async () => {
      const subject = await Subject.of(await make())
      try {
        await body(subject)
      } finally {
        await subject.dispose()
      }
    })
  }
  describe(`the source ${name}`, () => {
    everywhere(check)
    check('is asked while offline only if it asks nobody', offline)
    check('needs a token where the server does, and never shows it', auth)
    check('goes on where the connection was lost', resume)
    check('goes through a proxy', throughProxy)
    check('leaves a part that can be resumed when it is cancelled', cancel)
    check('waits for a slow server', slow)
    check('takes no half of an archive from a server that lies about its length', lying)
    check('says what is not there', missing)
  })
}

type Check = (title: string, body: (subject: Subject) => Promise<void>) => void

function everywhere(check: Check): void {
  check('serves its descriptor, and says where from', async ({ source, descriptor }) => {
    await Promise.resolve()
    assert.ok(source.serves(descriptor))
    assert.notEqual(source.origin(descriptor), '')
  })
  check('lists the version that there is', async ({ source, descriptor, version, lists, access }) => {
    const asked = lists ? descriptor : { ...descriptor, version }
    const versions = await source.versions(asked, access())
    assert.ok(versions.some((offered) => offered.version === version))
  })
  check('brings the bytes that it offers', async (subject) => {
    const { offer, fetched } = await subject.install()
    subject.assertWhole(fetched)
    assert.equal(offer.origin, subject.source.origin(subject.descriptor))
    if (offer.sha256 !== undefined) assert.equal(offer.sha256, subject.sha256)
  })
}

async function offline(subject: Subject): Promise<void> {
  const { server } = subject
  if (server === undefined) {
    subject.assertWhole((await subject.install({ isOffline: true })).fetched)
    return
  }
  const failure = await failureOf(subject.install({ isOffline: true }))
  assert.equal(failure.code, 'install/offline')
  assert.deepEqual(server.requests, [])
}

async function auth(subject: Subject): Promise<void> {
  const { server } = subject
  if (server === undefined) return
  server.everywhere = { authorization: `Bearer ${token}` }
  const failure = await failureOf(subject.install())
  assert.equal(failure.code, 'install/refused', failure.message)
  const env = { SLIPWAY_REGISTRY_TOKEN_127_0_0_1: token }
  const { offer, fetched } = await subject.install({ env })
  subject.assertWhole(fetched)
  const { evidence: _, ...shown } = offer
  assert.ok(!JSON.stringify([shown, failure, failure.message, failure.details]).includes(token))
}

async function resume(subject: Subject): Promise<void> {
  if (!subject.vary({ etag: '"1"', cuts: [30_000, 10_000] })) return
  const { server, asset } = subject
  subject.assertWhole((await subject.install()).fetched)
  const ranges = server?.requests.filter(({ path }) => path === asset).map(({ headers }) => headers.range)
  assert.deepEqual(ranges, [undefined, 'bytes=30000-', 'bytes=40000-'])
}

async function throughProxy(subject: Subject): Promise<void> {
  const { server, asset } = subject
  if (server === undefined) return
  const proxy = await ProxyServer.start()
  const restore = proxy.use()
  try {
    subject.assertWhole((await subject.install()).fetched)
    assert.ok(proxy.asked.includes(`GET ${server.url}${asset}`))
    assert.equal(proxy.asked.length, server.requests.length)
  } finally {
    restore()
    await proxy.stop()
  }
}

async function cancel(subject: Subject): Promise<void> {
  if (!subject.vary({ etag: '"1"', pace: { bytes: 10_000, milliseconds: 30 } })) {
    const stopped = AbortSignal.abort(new Error('told to stop'))
    await assert.rejects(subject.install({ signal: stopped }), /told to stop/)
    return
  }
  const stop = new AbortController()
  const progress = (bytes: number): void => {
    if (bytes >= 20_000) stop.abort(new Error('told to stop'))
  }
  await assert.rejects(subject.install({ signal: stop.signal, progress }), /told to stop/)
  assert.ok(readFileSync(subject.file).length >= 20_000)
  subject.vary({ etag: '"1"' })
  subject.assertWhole((await subject.install()).fetched)
  assert.match(subject.server?.requests.at(-1)?.headers.range ?? '', /^bytes=[2-9]\d{4}-$/)
}

async function slow(subject: Subject): Promise<void> {
  if (!subject.vary({ pace: { bytes: 20_000, milliseconds: 40 } })) return
  subject.assertWhole((await subject.install({ settings: { silence: 300 } })).fetched)
}

async function lying(subject: Subject): Promise<void> {
  if (!subject.vary({ announced: subject.body.length + 5000 })) return
  const got = await subject.install({ settings: { silence: 50 } }).catch((error: unknown) => error)
  // With a checksum, the bytes are known to be the whole archive.
  if (!(got instanceof Failure)) subject.assertWhole((got as { readonly fetched: Fetched }).fetched)
  else assert.match(got.code, /^install\/(unreachable|bad-answer)$/)
}

async function missing(subject: Subject): Promise<void> {
  const { source, descriptor, access } = subject
  if (subject.server === undefined) return
  subject.server.routes.clear()
  const failure = await failureOf(
    source
      .offer(descriptor, subject.version, platform, access())
      .then((offer) => source.fetch(offer, subject.target, access())),
  )
  assert.equal(failure.code, 'install/not-found')
  assert.ok(failure.message.includes(subject.server.host), failure.message)
  assert.notEqual(failure.hint, undefined)
}

interface Options extends Partial<HttpClientParts> {
  readonly progress?: Access['progress']
}

class Subject {
  readonly source: Source
  readonly descriptor: Descriptor
  readonly version: string
  readonly body: Buffer
  readonly server: FileServer | undefined
  readonly asset: string | undefined
  readonly lists: boolean
  readonly sha256: string
  readonly #given: SourceSubject
  readonly #folder = mkdtempSync(join(tmpdir(), 'slipway-source-'))

  static async of(given: SourceSubject): Promise<Subject> {
    await Promise.resolve()
    return new Subject(given)
  }

  private constructor(given: SourceSubject) {
    this.#given = given
    this.source = given.source
    this.descriptor = given.descriptor
    this.version = given.version
    this.body = given.body
    this.server = given.server
    this.asset = given.asset
    this.lists = given.lists
    this.sha256 = createHash('sha256').update(given.body).digest('hex')
  }

  get file(): string {
    return join(this.#folder, 'archive')
  }

  get target(): { readonly file: string; readonly folder: string } {
    return { file: this.file, folder: join(this.#folder, 'tree') }
  }

  readonly access = (options: Options = {}): Access => {
    const { progress = () => undefined, ...parts } = options
    const signal = options.signal ?? new AbortController().signal
    const isOffline = options.isOffline ?? false
    const http = createHttpClient({ env: {}, wait: () => Promise.resolve(), ...parts, signal })
    return { http, signal, env: {}, isOffline, progress }
  }

  /** Uses a source as the installer does. */
  async install(options: Options = {}): Promise<{ readonly offer: Offer; readonly fetched: Fetched }> {
    const access = this.access(options)
    const asked = this.lists ? this.descriptor : { ...this.descriptor, version: this.version }
    await this.source.versions(asked, access)
    const offer = await this.source.offer(this.descriptor, this.version, platform, access)
    return { offer, fetched: await this.source.fetch(offer, this.target, access) }
  }

  /** Makes the server misbehave with the archive. Returns false if there is no server. */
  vary(route: Route): boolean {
    if (this.server === undefined || this.asset === undefined) return false
    this.server.put(this.asset, { body: this.body, ...route })
    return true
  }

  assertWhole(fetched: Fetched): void {
    assert.deepEqual(fetched, { as: 'archive', sha256: this.sha256, size: this.body.length })
    assert.ok(readFileSync(this.file).equals(this.body))
    assert.ok(!existsSync(`${this.file}.from`))
  }

  async dispose(): Promise<void> {
    await this.#given.dispose?.()
    await this.server?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  return error
}
