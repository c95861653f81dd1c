/**
 * The files on the disk are changed in every way that a disk, a copy or a person can change them: whatever is read afterwards
 * is all that was committed, or a refusal. `SLIPWAY_MUTATIONS=5000` does more of it, `SLIPWAY_SEED` plays another seed.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { InstanceState } from '../records.ts'
import { processSealer } from '../seal/index.ts'
import { sampleInstance, sampleIntent, sampleResource, sampleRun, takeLock } from '../testing.ts'
import { generator, opened, testDirectory } from './testing.ts'

const mutations = Number(process.env['SLIPWAY_MUTATIONS'] ?? 120)
const sealer = processSealer()
type Random = () => number

/** The files of a state that a killed engine has left, the content that was committed by then, and an earlier state of the same files. */
interface Image {
  readonly files: string
  readonly earlier: string
  readonly state: InstanceState | undefined
}

test('no change of the files silently undoes a committed state', async (context) => {
  const seed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)
  context.diagnostic(`seed ${seed}`)
  const random = generator(seed)
  const outcomes: Record<string, Record<string, number>> = {}
  let image = await makeImage(context, random)
  for (let number = 0; number < mutations; number++) {
    if (number % 20 === 19) image = await makeImage(context, random)
    const [name, mutate] = pick(Object.entries(kinds), random)
    const directory = testDirectory(context)
    cpSync(image.files, directory, { recursive: true })
    mutate(directory, image.earlier, random)
    const outcome = await outcomeOf(directory, image.state)
    rmSync(directory, { recursive: true })
    assert.notEqual(outcome, 'silent', `seed ${seed}, mutation ${number}: ${name} went unnoticed`)
    const counts = (outcomes[name] ??= {})
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  context.diagnostic(JSON.stringify(outcomes))
})

/** Two moments of one history: some commits, sometimes a checkpoint or another engine, then a kill. */
async function makeImage(context: TestContext, random: Random): Promise<Image> {
  const [directory, earlier, files] = [testDirectory(context), testDirectory(context), testDirectory(context)]
  let next = 0
  const work = async (commits: number): Promise<() => Promise<void>> => {
    const store = await opened({ directory, sealer })
    const lease = await takeLock(store, 'site')
    if (next === 0) await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
    for (const end = next + commits; next < end; next++) {
      const resource = sampleResource(`r${next % 7}`, { description: 'x'.repeat(Math.floor(random() * 3_000)) })
      await store.commit(lease, [
        { kind: 'begin', intent: sampleIntent(`i${next}`) },
        { kind: 'end', intentId: `i${next - 1}` },
        { kind: 'resource', resource },
        { kind: 'run', run: sampleRun(`run${next}`) },
      ])
    }
    return async () => {
      await store.unlock(lease)
      await store.close()
    }
  }
  if (random() < 0.5) await (await work(1 + Math.floor(random() * 9)))()
  const close = await work(1 + Math.floor(random() * 9))
  cpSync(directory, earlier, { recursive: true })
  await close()
  const end = await work(1 + Math.floor(random() * 5))
  cpSync(directory, files, { recursive: true })
  const reader = await opened({ directory, sealer, access: 'read' })
  const state = await reader.load('site')
  await reader.close()
  await end()
  rmSync(join(files, 'state.db-shm'))
  return { files, earlier, state }
}

type Mutation = (directory: string, earlier: string, random: Random) => void

const kinds: Readonly<Record<string, Mutation>> = {
  'journal missing': (directory) => rmSync(wal(directory)),
  'journal empty': (directory) => truncateSync(wal(directory)),
  'journal cut': (directory, _, random) => cut(wal(directory), random),
  'journal with a bit flipped': (directory, _, random) => flip(wal(directory), random, 0),
  'last commit with a bit flipped': (directory, _, random) => flip(wal(directory), random, 0.9),
  'earlier journal': (directory, earlier) => cpSync(wal(earlier), wal(directory)),
  'end of the journal as NUL': (directory, _, random) => {
    const bytes = readFileSync(wal(directory))
    writeFileSync(wal(directory), bytes.fill(0, Math.floor(random() * bytes.length)))
  },
  'database with a bit flipped': (directory, _, random) => flip(database(directory), random, 0),
  'database cut': (directory, _, random) => cut(database(directory), random),
  'earlier database': (directory, earlier) => cpSync(database(earlier), database(directory)),
  'earlier database, no journal': (directory, earlier) => {
    cpSync(database(earlier), database(directory))
    rmSync(wal(directory))
  },
  'a page of the earlier database': (directory, earlier, random) => {
    const [bytes, old] = [readFileSync(database(directory)), readFileSync(database(earlier))]
    const page = Math.floor((random() * Math.min(bytes.length, old.length)) / 4_096) * 4_096
    writeFileSync(
      database(directory),
      Buffer.concat([bytes.subarray(0, page), old.subarray(page, page + 4_096), bytes.subarray(page + 4_096)]),
    )
  },
  'a page as NUL': (directory, _, random) => {
    const bytes = readFileSync(database(directory))
    const page = Math.floor((random() * bytes.length) / 4_096) * 4_096
    writeFileSync(database(directory), bytes.fill(0, page, page + 4_096))
  },
  'database missing': (directory) => rmSync(database(directory)),
  'everything missing but the counter': (directory) => {
    for (const name of readdirSync(directory)) if (name !== 'state.db-commits') rmSync(join(directory, name))
    mkdirSync(directory, { recursive: true })
  },
  'counter missing': (directory) => rmSync(counter(directory)),
  'counter as after a power cut': (directory) => writeFileSync(counter(directory), Buffer.alloc(43)),
  'earlier counter': (directory, earlier) => cpSync(counter(earlier), counter(directory)),
  'counter with a bit flipped': (directory, _, random) => flip(counter(directory), random, 0),
}

/** Reads the state; `harmless`: everything that was committed is there. */
async function outcomeOf(directory: string, expected: InstanceState | undefined): Promise<string> {
  try {
    const store = await opened({ directory, sealer, access: 'write' })
    try {
      assert.deepEqual(await store.load('site'), expected)
      return 'harmless'
    } catch (error) {
      return error instanceof assert.AssertionError ? 'silent' : codeOf(error)
    } finally {
      await store.close()
    }
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: string }
  assert.match(code ?? String(error), /^state\/(lost-commits|corrupt|damaged-record|newer-version)$/)
  return code ?? ''
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function cut(file: string, random: Random): void {
  truncateSync(file, Math.floor(random() * readFileSync(file).length))
}

/** Flips one bit in the part after `from`, which goes from 0 to 1. */
function flip(file: string, random: Random, from: number): void {
  const bytes = readFileSync(file)
  const offset = Math.floor((from + random() * (1 - from)) * bytes.length)
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << Math.floor(random() * 8))
  writeFileSync(file, bytes)
}

const database = (directory: string): string => join(directory, 'state.db')
const wal = (directory: string): string => join(directory, 'state.db-wal')
const counter = (directory: string): string => join(directory, 'state.db-commits')
