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

const registration = 'packages/host/src/dialects/deploy-engine/register/check.ts'
const environment = 'packages/host/src/launch/environment.ts'
const peers = 'packages/host/src/peers/peer.ts'
const safety = 'packages/host/src/discover/safety.ts'
const pathTrust = 'packages/processes/src/ownership/path-trust.ts'
const logFile = 'packages/processes/src/output/log-file.ts'
const stateFolder = 'packages/stores/src/sqlite/state-folder.ts'
const compileCache = 'packages/host/src/launch/compile-cache.ts'
const identityTests = ['test/attacks/identity/impostors.test.ts', 'test/attacks/identity/strangers.test.ts']
const pathTrustTest = ['packages/processes/src/ownership/path-trust.test.ts']
const environmentTest = ['test/faulty/environment.test.ts']
const logFileTest = ['packages/processes/src/output/log-file.test.ts']
const stateTests = ['packages/stores/src/sqlite/state-folder.test.ts', 'packages/stores/src/sqlite/files.test.ts']
const registrationTest = ['packages/host/src/dialects/deploy-engine/register/check.test.ts']
const discoverTest = ['packages/host/src/discover/discover.test.ts']
const compileCacheTest = ['packages/host/src/launch/compile-cache.test.ts']

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
  {
    promise: 'a plugin registers under the id of its path',
    file: registration,
    line: 'request.pluginId !== plugin.id',
    broken: `request.pluginId === ''`,
    tests: registrationTest,
  },
  {
    promise: 'a plugin registers as the kind of its path',
    file: registration,
    line: 'kindName(request.pluginType) !== `a ${plugin.kind}`',
    broken: `kindName(request.pluginType) === ''`,
    tests: registrationTest,
  },
  {
    promise: 'only a process of the launched group registers',
    file: registration,
    line: 'pid > 0 && processEntry(pid)?.group === group',
    broken: 'pid > 0',
    tests: registrationTest,
  },
  {
    promise: `a plugin's socket belongs to our user`,
    file: registration,
    line: 'stats.uid !== owner.uid',
    broken: 'stats.uid < 0',
    tests: registrationTest,
  },
  {
    promise: 'nobody else can replace the socket of a plugin',
    file: registration,
    line: 'if (reason !== undefined) return { refusal: `others could',
    broken: `if (reason === '') return { refusal: \`others could`,
    tests: registrationTest,
  },
  {
    promise: `a plugin does not get Slipway's own variables`,
    file: environment,
    line: '!isOwnVariable(name) && ',
    broken: '',
    tests: environmentTest,
  },
  {
    promise: 'plugins.env listed hands on what is listed only',
    file: environment,
    line: `if (policy.mode === 'inherit') return () => true`,
    broken: 'if (policy.mode !== undefined) return () => true',
    tests: environmentTest,
  },
  {
    promise: 'a process of another user is not taken for a plugin',
    file: peers,
    line: 'uid !== this.#user',
    broken: 'uid === -1',
    tests: [...identityTests, 'packages/host/src/peers/peer.test.ts'],
  },
  {
    promise: 'a process outside the group is not taken for a plugin',
    file: peers,
    line: `return holding === 'held' ? undefined : { who: holders[holding], isPlugin: false }`,
    broken: 'return undefined',
    tests: [...identityTests, 'packages/host/src/peers/peer.test.ts'],
  },
  {
    promise: 'nobody listens for a plugin at its port',
    file: peers,
    line: 'return other && `${other.who} listens at ${address}`',
    broken: 'return undefined',
    tests: [...identityTests, 'packages/host/src/peers/peer.test.ts'],
  },
  {
    promise: 'an unknown peer is refused',
    file: peers,
    line: `return { who: 'a connection that is closed at its other end', isPlugin: false }`,
    broken: 'return undefined',
    tests: [...identityTests, 'packages/host/src/peers/peer.test.ts'],
  },
  {
    promise: 'a plugin that others can change is not launched',
    file: safety,
    line: 'const reason = this.#allowUnsafe ? undefined : this.#unsafe(candidate)',
    broken: 'const reason = undefined as string | undefined',
    tests: discoverTest,
  },
  {
    promise: 'a link does not lead out of the plugin directory',
    file: safety,
    line: `inside === '..' || inside.startsWith(\`..\${sep}\`)`,
    broken: `inside === ''`,
    tests: discoverTest,
  },
  {
    promise: 'a file of another user is not trusted',
    file: pathTrust,
    line: 'if (!this.#own.has(path, stats, isInShared)) return found(',
    broken: 'if (uid < 0) return found(',
    tests: pathTrustTest,
  },
  {
    promise: 'a file that everybody may write is not trusted',
    file: pathTrust,
    line: 'const isForAll = (mode & 0o002) !== 0',
    broken: 'const isForAll = false',
    tests: pathTrustTest,
  },
  {
    promise: 'a file that a group may write is not trusted',
    file: pathTrust,
    line: '(mode & 0o020) !== 0 && !isPrivateGroup(',
    broken: '(mode & 0o020) === 99 && !isPrivateGroup(',
    tests: pathTrustTest,
  },
  {
    promise: 'the folders above are asked, too',
    file: pathTrust,
    line: 'if (above.finding !== undefined) return above',
    broken: '',
    tests: pathTrustTest,
  },
  {
    promise: 'links are followed and asked',
    file: pathTrust,
    line: 'return this.#looked(resolve(folder, readlinkSync(path)), links + 1)',
    broken: 'return { finding: undefined, isShared: false }',
    tests: pathTrustTest,
  },
  {
    promise: 'a sticky folder is only good for own files',
    file: pathTrust,
    line: 'if (isInShared && stats.isFile() && stats.nlink > 1)',
    broken: 'if (isInShared && stats.nlink < 0)',
    tests: pathTrustTest,
  },
  {
    promise: 'what was opened is asked, not what lies there later',
    file: pathTrust,
    line: 'return finding ?? this.#findingAt(absolute, opened, isShared) ?? this.finding(absolute)',
    broken: 'return finding ?? this.finding(absolute)',
    tests: [...pathTrustTest, 'packages/operations/src/trust/project-files.test.ts'],
  },
  {
    promise: 'what a project brings is read only if nobody else can have put it there',
    file: 'packages/operations/src/trust/project-files.ts',
    line: "if (finding !== undefined) throw this.#refused(file, limits.what ?? 'file', finding)",
    broken: 'void finding',
    tests: ['packages/operations/src/trust/project-files.test.ts'],
  },
  {
    promise: 'logs go through no link',
    file: logFile,
    line: ' | O_NOFOLLOW | O_NONBLOCK, 0o600',
    broken: ' | O_NONBLOCK, 0o600',
    tests: logFileTest,
  },
  {
    promise: 'logs wait for no named pipe',
    file: logFile,
    line: ' | O_NOFOLLOW | O_NONBLOCK, 0o600',
    broken: ' | O_NOFOLLOW, 0o600',
    tests: logFileTest,
  },
  {
    promise: 'logs go into no file with a second name',
    file: logFile,
    line: '(lstatSync(this.#path, { throwIfNoEntry: false })?.nlink ?? 1) > 1',
    broken: '(lstatSync(this.#path, { throwIfNoEntry: false })?.nlink ?? 1) > 99',
    tests: logFileTest,
  },
  {
    promise: 'logs are for the user alone',
    file: logFile,
    line: 'O_NOFOLLOW | O_NONBLOCK, 0o600',
    broken: 'O_NOFOLLOW | O_NONBLOCK, 0o666',
    tests: logFileTest,
  },
  {
    promise: 'logs follow no folder link of another user',
    file: logFile,
    line: 'stats?.isSymbolicLink() === true && stats.uid !== own && stats.uid !== 0',
    broken: 'stats?.isSymbolicLink() === true && stats.uid === -1',
    tests: logFileTest,
  },
  {
    promise: 'a state of another user is not opened',
    file: stateFolder,
    line: 'if (owners.has(uid)) return',
    broken: 'if (owners.size > 0) return',
    tests: stateTests,
  },
  {
    promise: 'a link in place of the state is refused',
    file: stateFolder,
    line: 'if (!stats.isFile()) throw notAFile(file, stats)',
    broken: '',
    tests: stateTests,
  },
  {
    promise: 'the state folder is for the user alone',
    file: stateFolder,
    line: 'mkdirSync(path, { mode: 0o700 })',
    broken: 'mkdirSync(path)',
    tests: stateTests,
  },
  {
    promise: 'compiled code that others could have written is thrown away',
    file: compileCache,
    line: '(stats.mode & 0o022) !== 0',
    broken: '(stats.mode & 0o022) === 99',
    tests: compileCacheTest,
  },
  {
    promise: 'a compile cache that others could exchange is not used',
    file: compileCache,
    line: 'if (new PathTrust(owner).problem(dirname(folder)) !== undefined) return false',
    broken: '',
    tests: compileCacheTest,
  },
]
