/**
 * The lines that keep the promises of docs/guides/security.md, each with a way to break it and the tests that must notice.
 * `npm run mutants -- promises` breaks them one by one.
 */
export interface BrokenPromise {
  /** What a user is promised, in a few words. */
  readonly promise: string
  /** From the root of the workspace. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly line: string
  /** What stands there instead. */
  readonly broken: string
  /** Test files, one of which must fail. */
  readonly tests: readonly string[]
  /** The tests run what `npm run build` makes, so that is built first. */
  readonly isBuilt?: boolean
}

const desk = 'packages/engine/src/run/for-plugins/plugin-desk.ts'
const deskTest = ['packages/engine/src/run/for-plugins/plugin-desk.test.ts']
const gateway = 'packages/operations/src/gateway/plugin-gateway.ts'
const gatewayTest = ['packages/operations/src/gateway/plugin-gateway.test.ts']

export const promises: readonly BrokenPromise[] = [
  {
    promise: 'a plugin changes only what it has made itself',
    file: desk,
    line: 'record.madeFor?.pluginId === pluginId && record.type === type',
    broken: 'record.type === type',
    tests: deskTest,
  },
  {
    promise: 'a plugin changes what it has made only as what it is',
    file: desk,
    line: 'record.madeFor?.pluginId === pluginId && record.type === type',
    broken: 'record.madeFor?.pluginId === pluginId',
    tests: deskTest,
  },
  {
    promise: 'a plugin asks for nothing of another instance',
    file: desk,
    line: "['', instanceId, instanceName].includes(asked)",
    broken: 'asked.length < 100',
    tests: deskTest,
  },
  {
    promise: 'only a call that changes something may make something',
    file: desk,
    line: 'if (call?.changes !== undefined) return { pluginId: call.pluginId, changes: call.changes }',
    broken:
      'if (call !== undefined) return { pluginId: call.pluginId, changes: call.changes ?? { kind: "resource", id: "x", name: "x" } }',
    tests: deskTest,
  },
  {
    promise: 'a plugin sees no secrets of other providers',
    file: gateway,
    line: 'return found === undefined || isOwn ? found : withoutSecrets(found)',
    broken: 'return found',
    tests: gatewayTest,
  },
  {
    promise: 'a plugin sees no metadata of what other providers have',
    file: gateway,
    line: 'const { metadata: _, ...current } = found.current',
    broken: 'const current = found.current',
    tests: gatewayTest,
  },
  {
    promise: 'a list with a secret in it is not shown to other providers',
    file: gateway,
    line: 'if (!containsSecret(value)) kept[key] = value',
    broken: 'if (!isMap(value)) kept[key] = value',
    tests: gatewayTest,
  },
  {
    promise: 'a plugin locks nothing of another instance',
    file: gateway,
    line: 'desk.checkInstance(instanceId)',
    broken: 'void instanceId',
    tests: gatewayTest,
  },
]
