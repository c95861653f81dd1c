// test:rest: more cases of what killed-process.test.ts shows
/*
 * The plugin is killed in the middle of a call: before each step that it takes outside, and before its answer, in real processes. Afterwards the
 * test does everything that an engine may do, and nothing may be lost, doubled or left behind.
 */
import assert from 'node:assert/strict'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ValueMap } from '@slipway/sdk'
import { failureOf, type Trial } from '@slipway/sdk/testing'
import { describe, test } from '../../../../test/cases.ts'
import { resourceIn } from '../testing.ts'
import type { Ordered } from './call.ts'
import { killedIn } from './killed-in.ts'

/** More steps than any call makes. */
const maxSteps = 100

const base = await mkdtemp(join(tmpdir(), 'slipway-killed-'))
after(() => rm(base, { recursive: true, force: true }))

/** Everything in a folder, except for the plugin's own notes. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const name of await readdir(folder, { recursive: true })) {
    if (/^\.slipway(\/|$)/.test(name)) continue
    const path = join(folder, name)
    const status = await lstat(path)
    const mode = (status.mode & 0o777).toString(8)
    if (status.isSymbolicLink()) content[name] = `-> ${await readlink(path)}`
    else content[name] = status.isFile() ? `${mode} ${await readFile(path, 'utf8')}` : mode
  }
  return content
}

/** The plugin's notes. An empty folder means that there are none. */
async function memories(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, '.slipway'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

interface Case {
  readonly type: string
  readonly spec: Record<string, string>
  readonly update: Record<string, string>
  /** Makes the same thing by hand. */
  readonly put: (path: string) => Promise<unknown>
}

const cases: readonly Case[] = [
  {
    type: 'local/file',
    spec: { path: 'on/the/way', content: 'one', mode: '0600' },
    update: { path: 'on/the/way', content: 'two', mode: '0640' },
    put: (path) => writeFile(path, 'one'),
  },
  {
    type: 'local/symlink',
    spec: { path: 'on/the/way', target: 'one' },
    update: { path: 'on/the/way', target: 'two' },
    put: (path) => symlink('one', path),
  },
  {
    type: 'local/directory',
    spec: { path: 'on/the/way', mode: '0700' },
    update: { path: 'on/the/way', mode: '0750' },
    put: (path) => mkdir(path),
  },
]

/** A folder in which a call was killed at a step, and the resource that the call was about. */
interface Killed {
  readonly it: Trial
  readonly stranger: Trial
  readonly folder: string
  readonly before: Record<string, string>
  readonly step: number
}

type Prepare = (folder: string, it: Trial) => Promise<object>

/** Kills the call at each of its steps, each time in a folder of its own, and tries what an engine can do next. */
async function atEachStep(
  { type, spec }: Pick<Case, 'type' | 'spec'>,
  method: Ordered['method'],
  prepare: Prepare,
  check: (killed: Killed, state: ValueMap) => Promise<void>,
): Promise<void> {
  for (let step = 1; step < maxSteps; step++) {
    const folder = await mkdtemp(join(base, 'blueprint-'))
    const it = resourceIn(folder, type)
    const state = { ...(await prepare(folder, it)) }
    const before = await contentOf(folder)
    const { resourceId } = it.identity
    const isWhole = await killedIn({ type, resourceId, folder, method, spec, state, step })
    try {
      await check({ it, stranger: resourceIn(folder, type), folder, before, step }, state)
    } catch (thrown) {
      throw new Error(`killed before step ${step} of ${method}, KILLED_TURN=${turn}`, { cause: thrown })
    }
    if (isWhole) return
  }
  assert.fail(`${method} never ends`)
}

/** Reads the resource, and checks that reading has changed nothing. */
async function readOf(it: Trial, folder: string, spec: object): Promise<ValueMap | undefined> {
  const seen = async () => [await contentOf(folder), await readdir(folder, { recursive: true })]
  const before = await seen()
  const found = await it.read(spec)
  assert.deepEqual(await it.read(spec), found)
  assert.deepEqual(await seen(), before)
  return found
}

/** Everything an engine may do about a create in doubt: create again, update the found thing, or destroy it. */
const ends: readonly ((killed: Killed, one: Case, found: ValueMap | undefined) => Promise<ValueMap | undefined>)[] = [
  async ({ it, folder }, { spec }) => {
    const state = await it.create(spec)
    // An engine asks with its record, defaults included.
    assert.deepEqual({ ...(await readOf(it, folder, state)) }, { ...state })
    return state
  },
  async ({ it }, { update }, found) => found && it.update(found, update),
  async ({ it }, _, found) => {
    if (found !== undefined) await it.destroy(found)
    return undefined
  },
]

/** In each turn, each step is followed by another end. */
const turn = Number(process.env['KILLED_TURN'] ?? 0)

const nothingBefore: Prepare = async () => ({})

function existing(put: Case['put']): Prepare {
  return async (folder) => {
    await mkdir(join(folder, 'on/the'), { recursive: true })
    await put(join(folder, 'on/the/way'))
    return {}
  }
}

for (const one of cases) {
  const { type, spec, update, put } = one
  describe(`a ${type} whose plugin was killed`, { concurrency: 2 }, () => {
    test('while it was made: made again, destroyed or changed it is as if nothing had happened', () =>
      atEachStep(one, 'create', nothingBefore, async (killed) => {
        const { it, stranger, folder, before, step } = killed
        assert.equal(await readOf(stranger, folder, spec), undefined)
        const found = await readOf(it, folder, spec)
        const end = ends[(step + turn) % ends.length]
        assert.ok(end !== undefined)
        const state = await end(killed, one, found)
        if (state !== undefined) {
          assert.equal(state['adopted'], false)
          assert.deepEqual({ ...(await readOf(it, folder, state)) }, { ...state })
          assert.equal(await readOf(stranger, folder, spec), undefined)
          await it.destroy(state)
        }
        assert.deepEqual(await contentOf(folder), before)
        assert.deepEqual(await memories(folder), [])
      }))

    test('while it adopted an existing thing: it is adopted, and stays when the resource goes', () =>
      atEachStep(one, 'create', existing(put), async ({ it, stranger, folder }) => {
        assert.equal(await readOf(stranger, folder, spec), undefined)
        const found = await readOf(it, folder, spec)
        const state = await it.create(spec)
        assert.deepEqual([found?.['adopted'] ?? true, state['adopted']], [true, true])
        const tended = await contentOf(folder)
        await it.destroy(found ?? state)
        assert.deepEqual(await contentOf(folder), tended)
        assert.deepEqual(await memories(folder), [])
      }))

    test('while it was refused: nothing is left, and it is refused again', () => atEachRefusal(one))

    test('while it was changed: it is the old or the new one, and is changed again', () =>
      atEachStep(
        { type, spec: update },
        'update',
        (_, it) => it.create(spec),
        async ({ it, folder }, state) => {
          const found = await readOf(it, folder, state)
          assert.ok(found !== undefined)
          const updated = await it.update(found, update)
          assert.deepEqual({ ...(await readOf(it, folder, updated)) }, { ...updated })
          await it.destroy(updated)
          assert.deepEqual(await contentOf(folder), {})
          assert.deepEqual(await memories(folder), [])
        },
      ))

    test('while it was destroyed: a found one can be kept after all', () =>
      atEachStep(
        one,
        'destroy',
        (_, it) => it.create(spec),
        async ({ it, folder }, state) => {
          const found = await readOf(it, folder, state)
          const kept = found === undefined ? await it.create(spec) : await it.update(found, update)
          assert.deepEqual({ ...(await readOf(it, folder, kept)) }, { ...kept })
          await rm(join(folder, 'on'), { recursive: true })
          assert.equal(await readOf(it, folder, kept), undefined)
          await it.destroy(kept)
          assert.deepEqual(await memories(folder), [])
        },
      ))

    test('while it was destroyed: a found one can be destroyed, a missing one has left nothing', () =>
      atEachStep(
        one,
        'destroy',
        (_, it) => it.create(spec),
        async ({ it, folder }, state) => {
          const found = await readOf(it, folder, state)
          if (found !== undefined) await it.destroy(found)
          assert.deepEqual(await contentOf(folder), {})
          await it.destroy(state)
          assert.deepEqual(await memories(folder), [])
        },
      ))
  })
}

/** A call that fails does not come to its end, so it is killed at as many steps as it may have. */
async function atEachRefusal({ type, spec }: Case): Promise<void> {
  for (let step = 1; step <= 8; step++) {
    const folder = await mkdtemp(join(base, 'blueprint-'))
    const it = resourceIn(folder, type)
    await writeFile(join(folder, 'on'), 'a file on the way')
    const before = await contentOf(folder)
    const ordered = {
      type,
      resourceId: it.identity.resourceId,
      folder,
      method: 'create',
      spec,
      state: {},
      step,
    } as const
    const isKilled = await killedIn(ordered).then(
      () => true,
      () => false,
    )
    const found = await readOf(it, folder, spec)
    if (step % 2 === 0 && found !== undefined) await it.destroy(found)
    else assert.equal((await failureOf(it.create(spec))).refused, true)
    assert.deepEqual(await contentOf(folder), before)
    assert.deepEqual(await memories(folder), [])
    if (!isKilled) return
  }
}
