import assert from 'node:assert/strict'
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../test/cases.ts'
import { revealed, Secret } from '@slipway/model'
import { memoryStore } from '../memory.ts'
import type { InstanceState, ResourceRecord } from '../records.ts'
import { sealerWithTeams, teamOpener } from '../seal/index.ts'
import { fixtureSealer } from '../seal/testing.ts'
import { takeLock } from '../testing.ts'
import { importInstance } from '../transfer/index.ts'
import { migrations } from './schema/schema.ts'
import { opened, testDirectory } from './testing.ts'
import { backupState, restoreState } from './upkeep/index.ts'
import { keeper } from './upkeep/testing.ts'

/** Old lock holders are certainly gone, whatever the clock says. */
const isGone = (): boolean => true
const fixture = () => {
  const openTeam = teamOpener({ configDirectory: import.meta.filename, passphrase: 'fixture' })
  return sealerWithTeams(fixtureSealer(), openTeam)
}
const fixtures = new URL('../../fixtures/', import.meta.url).pathname

/** The content of a fixture in readable form, with names instead of drawn ids. */
interface Expected {
  /** `name status <- names that it reads`; `*` marks a replaced resource. */
  readonly resources: readonly string[]
  readonly intents: readonly string[]
  readonly runs: readonly string[]
  readonly tasks: readonly string[]
  /** Absent: none. */
  readonly links?: readonly string[]
  /** Absent: none. */
  readonly children?: readonly string[]
  readonly exports: Readonly<Record<string, unknown>>
}

const throughTheInterface = {
  resources: ['folder created', 'web created <- folder'],
  intents: ['create doubt <- folder'],
  runs: ['interrupted', 'succeeded'],
  exports: { url: 'http://localhost' },
}

const expected: Readonly<Record<string, Expected>> = {
  'state-v1': { ...throughTheInterface, tasks: [] },
  'state-v1-first': {
    resources: ['folder* created', 'folder created', 'web update-failed <- folder', 'half create-interrupted <- web'],
    intents: ['create doubt <- folder'],
    runs: ['interrupted', 'succeeded'],
    tasks: [],
    exports: { url: 'http://localhost' },
  },
  'state-v2': { ...throughTheInterface, tasks: ['post_deployment/100 setup running'] },
  'state-v2-first-command': {
    resources: ['base created', 'web created <- base', 'half create-interrupted <- web'],
    intents: [],
    runs: ['failed', 'succeeded'],
    tasks: [],
    exports: { token: 'token of web' },
  },
  'state-v2-killed': {
    resources: ['base created', 'web* created <- base', 'web created <- base', 'half create-interrupted <- web'],
    intents: ['create slow'],
    runs: ['running', 'failed', 'succeeded'],
    tasks: ['pre_deployment/10 #1 succeeded'],
    exports: { token: 'token of web' },
  },
  'state-v3': {
    resources: [
      'folder created',
      'web created <- folder',
      'half create-failed <- web',
      'lost create-interrupted in doubt since 5500',
    ],
    intents: ['create doubt <- folder'],
    runs: ['interrupted', 'succeeded'],
    tasks: ['post_deployment/100 setup running'],
    exports: { url: 'http://localhost' },
  },
  'state-v4': {
    ...throughTheInterface,
    tasks: ['post_deployment/100 setup running'],
    links: ['web::folder created pass-1', 'folder::web updating'],
  },
  'state-v5': {
    ...throughTheInterface,
    tasks: ['post_deployment/100 setup running'],
    links: ['web::folder created pass-1'],
    children: ['network deployed', 'network/subnets deploy-failed'],
  },
  'state-v5-release': {
    resources: ['first created', 'second created', 'page created <- first'],
    intents: [],
    runs: ['succeeded'],
    tasks: [],
    exports: { token: 'x&_NDqz>foJl*Mun_]?q' },
  },
  'state-v6': {
    ...throughTheInterface,
    tasks: ['post_deployment/100 setup running'],
    links: ['web::folder created pass-1'],
    children: ['network deployed'],
  },
  'state-v7': {
    ...throughTheInterface,
    tasks: ['post_deployment/100 setup running'],
    links: ['web::folder created pass-1'],
    children: ['network deployed'],
  },
}

describe('a state of a past version', () => {
  for (const [name, holds] of Object.entries(expected)) {
    for (const access of ['read', 'write'] as const) {
      test(`${name}: is upgraded with everything in it, when opened to ${access}`, async (context) => {
        const directory = copyOf(name, context)
        const store = await opened({ directory, sealer: fixture(), access, isGone })
        context.after(() => store.close())
        const [state, runs] = [
          await store.load('site'),
          await store.runs('site', 9, ({ reason }) => assert.fail(reason)),
        ]
        assert.deepEqual(described(state, runs), holds)
        const web = state?.resources.findLast((resource) => ['web', 'first'].includes(resource.name))
        const secret = web?.spec['token'] ?? web?.spec['value'] ?? web?.spec['result']
        assert.deepEqual(
          secret,
          new Secret(name === 'state-v5-release' ? String(holds.exports['token']) : 'token of web'),
        )
        for (const { reads } of state?.resources ?? []) assert.ok(Array.isArray(reads))
      })
    }
  }
  test('has a fixture, each one', () => {
    const there = readdirSync(fixtures).filter((name) => name.startsWith('state-'))
    assert.deepEqual(there.sort(), Object.keys(expected).sort())
    for (const index of migrations.keys()) assert.ok(there.some((name) => name.startsWith(`state-v${index + 1}`)))
  })
})

describe('a state of a past version', () => {
  for (const [name, holds] of Object.entries(expected)) {
    test(`${name}: can be backed up as it is, and restored`, async (context) => {
      const [directory, elsewhere, target] = [copyOf(name, context), testDirectory(context), testDirectory(context)]
      const source = join(elsewhere, 'backup')
      await backupState(directory, source)
      await restoreState({ ...keeper(isGone), directory: target, source, sealer: fixture(), oldForm: true })
      const store = await opened({ directory: target, sealer: fixture() })
      context.after(() => store.close())
      assert.deepEqual(described(await store.load('site'), await store.runs('site', 9)), holds)
    })
  }
})

describe('a state of the first version', () => {
  test('keeps the fence of its lock, and loses nothing when it is opened again', async (context) => {
    const directory = copyOf('state-v1-first', context)
    for (const fence of [2, 3]) {
      const store = await opened({ directory, sealer: fixture() })
      const lease = await takeLock(store, 'site')
      assert.equal(lease.fence, fence)
      await store.unlock(lease)
      await store.close()
    }
  })

  test('keeps the content of its journal, and not older values', async (context) => {
    const directory = copyOf('state-v2-killed', context)
    rmSync(join(directory, 'state.db-wal'))
    const store = await opened({ directory, sealer: fixture(), isGone })
    context.after(() => store.close())
    // That version counted no commits, so the loss of its journal goes unnoticed.
    assert.deepEqual(described(await store.load('site'), []).intents, [])
  })
})

test('an exported document of an earlier version is upgraded', async () => {
  const store = memoryStore()
  const text = readFileSync(join(fixtures, 'documents/document-v1.json'), 'utf8')
  await importInstance(store, await takeLock(store, 'site'), text, { sealer: fixture(), oldForm: true })
  assert.deepEqual(described(await store.load('site'), await store.runs('site', 9)), {
    resources: ['base created', 'web created <- base', 'half create-interrupted <- web'],
    intents: [],
    runs: ['failed', 'succeeded'],
    tasks: ['pre_deployment/10 #1 succeeded'],
    exports: { token: 'token of web' },
  })
})

function copyOf(name: string, context: TestContext): string {
  const directory = testDirectory(context)
  cpSync(join(fixtures, name), directory, { recursive: true })
  return directory
}

function described(state: InstanceState | undefined, runs: readonly { readonly outcome: string }[]): Expected {
  const { resources = [], intents = [], tasks = [], links = [], children } = state ?? {}
  const names = new Map(resources.map(({ id, name }) => [id, name]))
  const reading = ({ reads, doubtSince }: ResourceRecord): string => {
    const doubt = doubtSince === undefined ? '' : ` in doubt since ${doubtSince}`
    return reads.length === 0 ? doubt : `${doubt} <- ${reads.map((id) => names.get(id)).join(', ')}`
  }
  return {
    resources: resources.map((one) => `${one.name}${one.replaced ? '*' : ''} ${one.status}${reading(one)}`),
    intents: intents.map(({ action, resource }) => `${action} ${resource.name}${reading(resource)}`),
    runs: runs.map(({ outcome }) => outcome),
    tasks: tasks.map(({ stage, task, outcome }) => `${stage} ${task} ${outcome}`),
    ...(children && { children: children.map(({ name, status }) => `${name} ${status}`) }),
    ...(links.length > 0 && {
      links: links.map(({ name, status, intermediaries }) =>
        [name, status, ...intermediaries.map(({ resourceId }) => resourceId)].join(' '),
      ),
    }),
    exports: { ...(revealed(state?.instance.exports ?? {}) as Expected['exports']) },
  }
}
