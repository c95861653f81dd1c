/**
 * A provider whose outside world is a folder, so that a test can compare what exists with what the state says.
 *
 * Like a real service it mints ids of its own: an entry is a file named by chance, which carries the engine's resource
 * id as a tag. Creating twice therefore makes two entries, and the test sees it. `ledger/entry` can be found by its tag;
 * `ledger/blind` cannot, and stands for every foreign type of which the engine knows nothing. A label or kind that ends with
 * `!refuse` is refused, one with `!half` makes the provider fail after the effect.
 *
 * LEDGER_DIR names the folder. A file `fault.json` in it, {method, when, at, how}, makes the provider die or hang once,
 * before or after the effect of the nth call of a method; or wait in this call and all later ones until the file is gone.
 */
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { computed, defineProvider, defineResource, replacing, serve } from '@slipway/sdk'
import * as z from 'zod'
import { getStuckWithWhatIsMarked, refuseWhatIsMarked, remote } from './remote.ts'

const folder = process.env.LEDGER_DIR ?? '.'
const entries = join(folder, 'entries')
const faultFile = join(folder, 'fault.json')
mkdirSync(entries, { recursive: true })

interface Fault {
  readonly method: string
  readonly when: 'before' | 'after'
  /** The number of the method's call, from 1, counted in this process. */
  readonly at: number
  readonly how: 'die' | 'hang' | 'wait'
}

const calls = new Map<string, number>()

/** Does the work of a call, and causes the accident that the test ordered. */
async function withAccident<T>(method: string, effect: () => T): Promise<T> {
  const count = (calls.get(method) ?? 0) + 1
  calls.set(method, count)
  await accident(method, 'before', count)
  await sleep(Math.random() * 8)
  const result = effect()
  await accident(method, 'after', count)
  return result
}

async function accident(method: string, when: Fault['when'], count: number): Promise<void> {
  const fault = orderedFault()
  if (fault?.method !== method || fault.when !== when) return
  if (fault.how === 'wait' && count >= fault.at) while (existsSync(faultFile)) await sleep(5)
  if (fault.how === 'wait' || fault.at !== count) return
  renameSync(faultFile, join(folder, 'fault-done.json'))
  if (fault.how === 'die') process.kill(process.pid, 'SIGKILL')
  await new Promise(() => setInterval(() => {}, 1000))
}

function orderedFault(): Fault | undefined {
  try {
    return JSON.parse(readFileSync(faultFile, 'utf8')) as Fault
  } catch {
    return undefined
  }
}

interface Entry {
  readonly id: string
  readonly tag: string
  readonly name: string
  readonly label: string
}

function pathOf(id: string): string {
  return join(entries, `${id}.json`)
}

function write(entry: Entry): void {
  writeFileSync(`${pathOf(entry.id)}.new`, JSON.stringify(entry))
  renameSync(`${pathOf(entry.id)}.new`, pathOf(entry.id))
  appendFileSync(join(folder, 'log'), `${entry.name} ${entry.tag} ${entry.id} ${entry.label}\n`)
}

function find(tag: string): Entry | undefined {
  return readdirSync(entries)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(entries, file), 'utf8')) as Entry)
    .find((entry) => entry.tag === tag)
}

const spec = z.object({
  label: z.string(),
  kind: replacing(z.string().default('plain')),
  id: computed(z.string()),
})

function ledgerType(type: string, settlement: 'find' | 'ask') {
  return defineResource({
    type,
    schema: spec,
    idField: 'id',
    settlement,
    deploy: (call) =>
      withAccident('deploy', () => {
        refuseWhatIsMarked(call.spec.label, call.spec.kind)
        const id = call.current?.spec.id ?? randomBytes(8).toString('hex')
        write({ id, tag: call.resourceId, name: call.resourceName, label: call.spec.label })
        getStuckWithWhatIsMarked(call.spec.label, call.spec.kind)
        return { id }
      }),
    read: (call) =>
      withAccident('read', () => {
        if (settlement === 'ask') return call.spec.id === undefined ? undefined : readKnown(call.spec.id)
        const entry = find(call.resourceId)
        return entry && { id: entry.id, label: entry.label }
      }),
    destroy: (call) =>
      withAccident('destroy', () => {
        if (call.spec.id !== undefined) rmSync(pathOf(call.spec.id), { force: true })
      }),
  })
}

function readKnown(id: string): { id: string; label: string } | undefined {
  if (!existsSync(pathOf(id))) return undefined
  const entry = JSON.parse(readFileSync(pathOf(id), 'utf8')) as Entry
  return { id: entry.id, label: entry.label }
}

await serve(
  defineProvider({
    id: 'test/ledger',
    version: '1.0.0',
    resources: [ledgerType('ledger/entry', 'find'), ledgerType('ledger/blind', 'ask'), remote],
  }),
)
