/**
 * The lines that keep the promises of docs/guides/security.md, each with a way to break it and the tests that must notice.
 * `npm run mutants -- promises` breaks them one by one.
 */
export interface KeptPromises {
  /** Relative to the root of the workspace. */
  readonly file: string
  /** Test files, one of which must fail when one of the lines is broken. */
  readonly tests: readonly string[]
  /** A promise to users in a few words; a text that stands exactly once in the file; its broken replacement. */
  readonly lines: readonly (readonly [promise: string, line: string, broken: string])[]
}

const strangers = [
  'test/attacks/identity/impostors.test.ts',
  'test/attacks/identity/strangers.test.ts',
  'packages/host/src/peers/peer.test.ts',
]

export const promises: readonly KeptPromises[] = [
  {
    file: 'packages/engine/src/run/for-plugins/plugin-desk.ts',
    tests: ['packages/engine/src/run/for-plugins/plugin-desk.test.ts'],
    lines: [
      [
        'a plugin changes only what it has made itself',
        'record.madeFor?.pluginId === pluginId && record.type === type',
        'record.type === type',
      ],
      [
        'a plugin changes what it has made only as what it is',
        'record.madeFor?.pluginId === pluginId && record.type === type',
        'record.madeFor?.pluginId === pluginId',
      ],
      [
        'a plugin cannot ask for resources of another instance',
        "['', instanceId, instanceName].includes(asked)",
        'asked.length < 100',
      ],
      [
        'only a call that changes something may make something',
        'if (call?.changes !== undefined) return { pluginId: call.pluginId, changes: call.changes }',
        'if (call !== undefined) return { pluginId: call.pluginId, changes: call.changes ?? { kind: "resource", id: "x", name: "x" } }',
      ],
    ],
  },
  {
    file: 'packages/operations/src/gateway/plugin-gateway.ts',
    tests: ['packages/operations/src/gateway/plugin-gateway.test.ts'],
    lines: [
      [
        'a plugin sees no secrets of other providers',
        'return found === undefined || isOwn ? found : withoutSecrets(found)',
        'return found',
      ],
      [
        'a plugin sees no metadata of what other providers have',
        'const { metadata: _, ...current } = found.current',
        'const current = found.current',
      ],
      [
        'a list with a secret in it is not shown to other providers',
        'if (!containsSecret(value)) kept[key] = value',
        'if (!isMap(value)) kept[key] = value',
      ],
      ['a plugin locks nothing of another instance', 'desk.checkInstance(instanceId)', 'void instanceId'],
    ],
  },
  {
    file: 'packages/host/src/dialects/deploy-engine/register/check.ts',
    tests: ['packages/host/src/dialects/deploy-engine/register/check.test.ts'],
    lines: [
      ['a plugin registers under the id of its path', 'request.pluginId !== plugin.id', "request.pluginId === ''"],
      [
        'a plugin registers as the kind of its path',
        'kindName(request.pluginType) !== `a ${plugin.kind}`',
        "kindName(request.pluginType) === ''",
      ],
      ['only a process of the launched group registers', 'pid > 0 && processEntry(pid)?.group === group', 'pid > 0'],
      ["a plugin's socket belongs to our user", 'stats.uid !== owner.uid', 'stats.uid < 0'],
      [
        'nobody else can replace the socket of a plugin',
        'if (reason !== undefined) return { refusal: `others could',
        `if (reason === '') return { refusal: \`others could`,
      ],
    ],
  },
  {
    file: 'packages/host/src/launch/environment.ts',
    tests: ['test/faulty/environment.test.ts'],
    lines: [
      ["a plugin does not get Slipway's own variables", '!isOwnVariable(name) && ', ''],
      [
        'plugins.env listed hands on what is listed only',
        "if (policy.mode === 'inherit') return () => true",
        'if (policy.mode !== undefined) return () => true',
      ],
    ],
  },
  {
    file: 'packages/host/src/peers/peer.ts',
    tests: strangers,
    lines: [
      ['a process of another user is not taken for a plugin', 'uid !== this.#user', 'uid === -1'],
      [
        'a process outside the group is not taken for a plugin',
        "return holding === 'held' ? undefined : { who: holders[holding], isPlugin: false }",
        'return undefined',
      ],
      [
        'nobody listens for a plugin at its port',
        'return other && `${other.who} listens at ${address}`',
        'return undefined',
      ],
      ['an unknown peer is refused', 'return closedConnection\n    } catch', 'return undefined\n    } catch'],
    ],
  },
  {
    file: 'packages/host/src/discover/safety.ts',
    tests: ['packages/host/src/discover/discover.test.ts'],
    lines: [
      [
        'a plugin that others can change is not launched',
        'const unsafe = this.#allowUnsafe ? undefined : this.#unsafe(candidate)',
        'const unsafe = undefined as { reason: string; step: string } | undefined',
      ],
      [
        'a link does not lead out of the plugin directory',
        `inside === '..' || inside.startsWith(\`..\${sep}\`)`,
        "inside === ''",
      ],
    ],
  },
  {
    file: 'packages/processes/src/ownership/path-trust.ts',
    tests: ['packages/processes/src/ownership/path-trust.test.ts'],
    lines: [
      [
        'a file of another user is not trusted',
        'if (!this.#own.has(path, stats, isInShared)) return found(',
        'if (uid < 0) return found(',
      ],
      [
        'a file that everybody may write is not trusted',
        'const isForAll = (mode & 0o002) !== 0',
        'const isForAll = false',
      ],
      [
        'a file that a group may write is not trusted',
        '(mode & 0o020) !== 0 && !isPrivateGroup(',
        '(mode & 0o020) === 99 && !isPrivateGroup(',
      ],
      ['the folders above are asked, too', 'if (above.finding !== undefined) return above', ''],
      [
        'links are followed and asked',
        'return this.#looked(resolve(folder, readlinkSync(path)), links + 1)',
        'return { finding: undefined, isShared: false }',
      ],
      [
        'a sticky folder is only good for own files',
        'if (isInShared && stats.isFile() && stats.nlink > 1)',
        'if (isInShared && stats.nlink < 0)',
      ],
    ],
  },
  {
    file: 'packages/processes/src/ownership/path-trust.ts',
    tests: [
      'packages/processes/src/ownership/path-trust.test.ts',
      'packages/operations/src/trust/project-files.test.ts',
    ],
    lines: [
      [
        'what was opened is asked, not what lies there later',
        'return finding ?? this.#findingAt(absolute, opened, isShared) ?? this.finding(absolute)',
        'return finding ?? this.finding(absolute)',
      ],
    ],
  },
  {
    file: 'packages/operations/src/trust/project-files.ts',
    tests: ['packages/operations/src/trust/project-files.test.ts'],
    lines: [
      [
        'what a project brings is read only if nobody else can have put it there',
        "if (finding !== undefined) throw this.#refused(file, limits.what ?? 'file', finding)",
        'void finding',
      ],
    ],
  },
  {
    file: 'packages/processes/src/output/log-file.ts',
    tests: ['packages/processes/src/output/log-file.test.ts'],
    lines: [
      ['logs go through no link', ' | O_NOFOLLOW | O_NONBLOCK, 0o600', ' | O_NONBLOCK, 0o600'],
      ['logs wait for no named pipe', ' | O_NOFOLLOW | O_NONBLOCK, 0o600', ' | O_NOFOLLOW, 0o600'],
      [
        'logs go into no file with a second name',
        '(lstatSync(this.#path, { throwIfNoEntry: false })?.nlink ?? 1) > 1',
        '(lstatSync(this.#path, { throwIfNoEntry: false })?.nlink ?? 1) > 99',
      ],
      ['logs are for the user alone', 'O_NOFOLLOW | O_NONBLOCK, 0o600', 'O_NOFOLLOW | O_NONBLOCK, 0o666'],
      [
        'logs follow no folder link of another user',
        'stats?.isSymbolicLink() === true && stats.uid !== own && stats.uid !== 0',
        'stats?.isSymbolicLink() === true && stats.uid === -1',
      ],
    ],
  },
  {
    file: 'packages/stores/src/sqlite/folder/state-folder.ts',
    tests: ['packages/stores/src/sqlite/folder/state-folder.test.ts', 'packages/stores/src/sqlite/files.test.ts'],
    lines: [
      [
        'a state of another user is not opened',
        'if (owners.has(uid) || gid === group) return',
        'if (owners.size > 0) return',
      ],
      ['a link in place of the state is refused', 'if (!stats.isFile()) throw notAFile(file, stats)', ''],
      ['the state folder is for the user alone', 'mkdirSync(path, { mode: 0o700 })', 'mkdirSync(path)'],
    ],
  },
  {
    file: 'packages/host/src/launch/compile-cache.ts',
    tests: ['packages/host/src/launch/compile-cache.test.ts'],
    lines: [
      [
        'compiled code that others could have written is thrown away',
        '(stats.mode & 0o022) !== 0',
        '(stats.mode & 0o022) === 99',
      ],
      [
        'a compile cache that others could exchange is not used',
        'if (new PathTrust(owner).problem(dirname(folder)) !== undefined) return false',
        '',
      ],
    ],
  },
  {
    file: 'packages/stores/src/seal/sealed-text.ts',
    tests: ['packages/stores/src/seal/place.test.ts'],
    lines: [
      [
        'a sealed text opens in its place alone',
        'return `2:${keyId}:${labelOf(place)}`',
        'return `2:${keyId}:${place.purpose}`',
      ],
    ],
  },
  {
    file: 'packages/stores/src/seal/state-seal.ts',
    tests: ['packages/stores/src/seal/state-seal.test.ts'],
    lines: [
      ['a text of the old form is refused once a state has none', 'this.#assertMayBeUnbound(keyId)', ''],
      ['a text of a key that a state never used is refused', 'this.#assertMarked(keyId)', ''],
      ['the mark of a state is that of its own key', 'headOf(mark).keyId !== keyId', "keyId === ''"],
    ],
  },
  {
    file: 'packages/operations/src/trust/folder-trust.ts',
    tests: ['packages/operations/src/trust/folder-trust.test.ts'],
    lines: [
      ['an untrusted folder runs nothing', 'if (!isAgreed) throw untrusted(folder, brings)', ''],
      [
        'what an untrusted folder brings is left out',
        'return things.length === 0 || this.isTrusted ? [] : things',
        'return things.length >= 0 ? [] : things',
      ],
      ['a look never counts as trust', "this.#slipway.trust !== 'none' && (isForAll", '(isForAll'],
    ],
  },
  {
    file: 'packages/operations/src/trust/trusted-folders.ts',
    tests: ['packages/operations/src/trust/trusted-folders.test.ts'],
    lines: [
      [
        'a folder with another owner or repository is another folder',
        'known?.folder === above && isAsItWas(known) && remoteOf',
        'known?.folder === above && remoteOf',
      ],
      ['another repository below a trusted folder is not trusted', ' && remoteOf(above) === repository', ''],
      [
        'a list of trusted folders that others could write does not count',
        ' || this.#paths.problem(file) !== undefined',
        '',
      ],
    ],
  },
  {
    file: 'packages/processes/src/process-groups/group-record.ts',
    tests: ['test/attacks/strangers-records.test.ts'],
    lines: [
      [
        'a record of processes that others could write is not believed',
        'if (this.#trust.findingOfOpened(file, stats) !== undefined) return undefined',
        '',
      ],
    ],
  },
  {
    file: 'packages/processes/src/process-groups/leftovers.ts',
    tests: ['test/attacks/strangers-records.test.ts'],
    lines: [
      [
        'no process of another user is ended',
        'return isRunning(group, start) && isOfOurUser(group)',
        'return isRunning(group, start)',
      ],
    ],
  },
  {
    file: 'packages/processes/src/identity/identity.ts',
    tests: ['packages/processes/src/identity/identity.test.ts'],
    lines: [
      [
        'another boot proves nothing about another machine',
        "machine !== '' && machine === ourMachine ? 'gone' : 'unknown'",
        "'gone'",
      ],
    ],
  },
  {
    file: 'packages/archives/src/tree.ts',
    tests: ['packages/archives/src/hostile.test.ts'],
    lines: [
      [
        'no link of an archive leads out of it',
        'for (const link of this.#links.leadingOut()) throw',
        'for (const link of [] as string[]) throw',
      ],
    ],
  },
  {
    file: 'packages/installer/src/install/recognise.ts',
    tests: ['test/attacks/plugin-archives.test.ts'],
    lines: [
      [
        'no link of a plugin leads out of its folder',
        "if (out !== undefined) throw refuse('leads out of it', out)",
        "if (out === '') throw refuse('leads out of it', out)",
      ],
      ['no version of a plugin is a path', 'versionPattern.test(version)', 'version.length > 0'],
    ],
  },
  {
    file: 'packages/installer/src/install/finish.ts',
    tests: ['test/attacks/plugin-archives.test.ts'],
    lines: [
      [
        'a plugin of a stranger names no folder of this machine',
        "if (form.form === 'path' && !isBelow(place.folder, form.path)) throw",
        "if (form.form === 'path' && form.path === '') throw",
      ],
    ],
  },
  {
    file: 'packages/archives/src/zip/unpack-zip.ts',
    tests: ['packages/archives/src/zip/zip.test.ts'],
    lines: [['no content of a zip lies in another one', 'entry.offset < taken', 'entry.offset < 0']],
  },
  {
    file: 'packages/preparer/src/policies/freshness.ts',
    tests: ['packages/preparer/src/policies/freshness.test.ts'],
    lines: [
      ['an older signed manifest is refused', 'if (sequence < seen) return', 'if (sequence < -9) return'],
      ['a manifest for another node is refused', 'body.node !== undefined && body.node !== node', "body.node === ''"],
    ],
  },
  {
    file: 'packages/preparer/src/install/installed-code.ts',
    tests: ['packages/preparer/src/deploy/hoist.test.ts', 'packages/preparer/src/deploy/other-user.test.ts'],
    lines: [['changed code of a pod is not run', 'if (problem !== undefined) throw changed(name, problem)', '']],
  },
]
