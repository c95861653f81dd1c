import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Descriptor, LongForm } from './descriptor.ts'
import { askedOf, descriptorKey, descriptorOfKey, descriptorText } from './write.ts'
import { parsed, refused } from '../testing/read-descriptors.ts'

describe('short forms', () => {
  const table: readonly (readonly [written: string, read: Descriptor, canonical?: string])[] = [
    ['celerity/aws', { form: { form: 'id', id: 'celerity/aws' } }],
    ['celerity/aws@^1.2', { form: { form: 'id', id: 'celerity/aws' }, version: '^1.2' }],
    [
      'registry.customhost.com/celerity/azure@2.0.0',
      { form: { form: 'id', host: 'registry.customhost.com', id: 'celerity/azure' }, version: '2.0.0' },
    ],
    ['pulumi:random@4.19.0', { form: { form: 'pulumi', kind: 'resource', name: 'random' }, version: '4.19.0' }],
    ['pulumi:random', { form: { form: 'pulumi', kind: 'resource', name: 'random' } }],
    ['pulumi:random@4', { form: { form: 'pulumi', kind: 'resource', name: 'random' }, version: '4' }],
    [
      'pulumi:random@v4.19.0',
      { form: { form: 'pulumi', kind: 'resource', name: 'random' }, version: '4.19.0' },
      'pulumi:random@4.19.0',
    ],
    ['pulumi:resource/random', { form: { form: 'pulumi', kind: 'resource', name: 'random' } }, 'pulumi:random'],
    ['pulumi:converter/terraform', { form: { form: 'pulumi', kind: 'converter', name: 'terraform' } }],
    ['pulumi:tool/x', { form: { form: 'pulumi', kind: 'tool', name: 'x' } }],
    ['pulumi:language/yaml', { form: { form: 'pulumi', kind: 'language', name: 'yaml' } }],
    ['pulumi:analyzer/cis', { form: { form: 'pulumi', kind: 'analyzer', name: 'cis' } }],
    [
      'terraform:hashicorp/time@~>0.12',
      { form: { form: 'terraform', name: 'hashicorp/time' }, version: '~> 0.12' },
      'terraform:hashicorp/time@~> 0.12',
    ],
    [
      'terraform:registry.opentofu.org/hashicorp/time',
      { form: { form: 'terraform', host: 'registry.opentofu.org', name: 'hashicorp/time' } },
    ],
    ['npm:@acme/slipway-signal@1', { form: { form: 'npm', name: '@acme/slipway-signal' }, version: '1' }],
    ['npm:signal', { form: { form: 'npm', name: 'signal' } }],
    [
      'git+https://host/repo@v1.0.0#sub/folder',
      { form: { form: 'git', url: 'https://host/repo', ref: 'v1.0.0', folder: 'sub/folder' } },
    ],
    ['git+https://HOST:443/repo/', { form: { form: 'git', url: 'https://host/repo' } }, 'git+https://host/repo'],
    [
      'git+ssh://git@Host/group/repo.git@main',
      { form: { form: 'git', url: 'ssh://git@host/group/repo.git', ref: 'main' } },
      'git+ssh://git@host/group/repo.git@main',
    ],
    ['github:owner/repo@v1', { form: { form: 'release', forge: 'github', repository: 'owner/repo', tag: 'v1' } }],
    [
      'github:github.com/owner/repo',
      { form: { form: 'release', forge: 'github', repository: 'owner/repo' } },
      'github:owner/repo',
    ],
    [
      'github:git.acme.com/owner/repo@@acme/x@1.0.0',
      {
        form: {
          form: 'release',
          forge: 'github',
          host: 'git.acme.com',
          repository: 'owner/repo',
          tag: '@acme/x@1.0.0',
        },
      },
    ],
    ['gitlab:group/sub/project', { form: { form: 'release', forge: 'gitlab', repository: 'group/sub/project' } }],
    [
      'gitlab:gitlab.com/my.group/sub/project',
      { form: { form: 'release', forge: 'gitlab', repository: 'my.group/sub/project' } },
    ],
    ['https://host/x.tar.gz', { form: { form: 'url', url: 'https://host/x.tar.gz' } }],
    ['http://localhost:8080/x.tar.gz', { form: { form: 'url', url: 'http://localhost:8080/x.tar.gz' } }],
    ['oci:host/repo:tag', { form: { form: 'oci', repository: 'host/repo', reference: 'tag' } }],
    ['oci:localhost:5000/acme/repo', { form: { form: 'oci', repository: 'localhost:5000/acme/repo' } }],
    [
      `oci:ghcr.io/acme/repo:1.0@sha256:${'a'.repeat(64)}`,
      { form: { form: 'oci', repository: 'ghcr.io/acme/repo', reference: `sha256:${'a'.repeat(64)}` } },
      `oci:ghcr.io/acme/repo@sha256:${'a'.repeat(64)}`,
    ],
    ['./test/plugin', { form: { form: 'path', path: '/work/shop/test/plugin' } }, '/work/shop/test/plugin'],
    ['../plugin', { form: { form: 'path', path: '/work/plugin' } }, '/work/plugin'],
    ['..', { form: { form: 'path', path: '/work' } }, '/work'],
    ['/test/plugin', { form: { form: 'path', path: '/test/plugin' } }],
    ['./my@1.0.0', { form: { form: 'path', path: '/work/shop/my@1.0.0' } }, '/work/shop/my@1.0.0'],
  ]
  for (const [written, read, canonical = written] of table) {
    test(written, () => {
      assert.deepEqual(parsed(written), read)
      assert.equal(descriptorText(parsed(written)), canonical)
      assert.deepEqual(parsed(canonical), read)
    })
  }
})

/** The texts come from Pulumi's own tests. They are addresses from other tools that could mean more than one thing. */
describe('ambiguous addresses of repositories', () => {
  const table: readonly (readonly [written: string, instead: string])[] = [
    [
      'github.com/pulumi/pulumi-example',
      'write github:pulumi/pulumi-example for a release, or git+https://github.com/pulumi/pulumi-example for the repository itself',
    ],
    [
      'github.com/pulumi/pulumi-example.git',
      'write github:pulumi/pulumi-example for a release, or git+https://github.com/pulumi/pulumi-example for the repository itself',
    ],
    [
      'github.com/pulumi/pulumi-example@v1.0.0',
      'write github:pulumi/pulumi-example@v1.0.0 for a release, or git+https://github.com/pulumi/pulumi-example@v1.0.0 for the repository itself',
    ],
    [
      'github.com/pulumi/pulumi-example@deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
      'write github:pulumi/pulumi-example@deadbeefdeadbeefdeadbeefdeadbeefdeadbeef for a release, or git+https://github.com/pulumi/pulumi-example@deadbeefdeadbeefdeadbeefdeadbeefdeadbeef for the repository itself',
    ],
    [
      'github.com/pulumi/pulumi-example/sub/folder@v1',
      'write git+https://github.com/pulumi/pulumi-example@v1#sub/folder',
    ],
    [
      'https://github.com/pulumi/pulumi-example',
      'write github:pulumi/pulumi-example for a release, or git+https://github.com/pulumi/pulumi-example for the repository itself',
    ],
    [
      'https://github.com/pulumi/pulumi-example.git',
      'write github:pulumi/pulumi-example for a release, or git+https://github.com/pulumi/pulumi-example for the repository itself',
    ],
    [
      'https://github.com/pulumi/pulumi-example@v1.0.0',
      'write github:pulumi/pulumi-example@v1.0.0 for a release, or git+https://github.com/pulumi/pulumi-example@v1.0.0 for the repository itself',
    ],
    [
      'https://github.com/pulumi/pulumi-example/tree/v1/sub/folder',
      'write git+https://github.com/pulumi/pulumi-example@v1#sub/folder',
    ],
    ['https://github.com/pulumi/pulumi-example/releases/tag/v1.0.0', 'write github:pulumi/pulumi-example@v1.0.0'],
    ['https://github.com/pulumi/pulumi-example/releases/latest', 'write github:pulumi/pulumi-example'],
    [
      'gitlab.com/group/project',
      'write gitlab:group/project for a release, or git+https://gitlab.com/group/project for the repository itself',
    ],
    ['https://gitlab.com/group/project/-/tree/main/sub', 'write git+https://gitlab.com/group/project@main#sub'],
    ['https://bitbucket.org/owner/repo', 'write git+https://bitbucket.org/owner/repo'],
    ['https://git.acme.com/team/repo.git@v1', 'write git+https://git.acme.com/team/repo.git@v1'],
    ['git@github.com:owner/repo.git', 'write git+ssh://git@github.com/owner/repo.git'],
    ['ssh://git@github.com/owner/repo', 'write git+ssh://git@github.com/owner/repo'],
    ['git://github.com/owner/repo', 'write git+https://github.com/owner/repo'],
    ['github://api.github.com/owner/repo', 'write github:owner/repo'],
    [
      'github://api.github.com/pulumiverse',
      'write { source: "pulumi:NAME", server: "github://api.github.com/pulumiverse" }',
    ],
    [
      'gitlab://gitlab.com/12345',
      'write { source: "pulumi:NAME", server: "gitlab://gitlab.com/12345" }, or gitlab:GROUP/PROJECT',
    ],
    ['owner/repo.git', 'write github:OWNER/REPO, or git+https://HOST/OWNER/REPO.git'],
    ['file:///srv/plugin', 'write /srv/plugin'],
    ['git+file:///srv/plugin', 'write /srv/plugin'],
    ['git+ext::sh -c x', 'write git+https://HOST/REPO'],
    ['oci://ghcr.io/acme/x:1', 'write oci:ghcr.io/acme/x:1'],
    ['~/plugins/x', 'write the whole path: /home/NAME/plugins/x'],
    ['C:\\plugins\\x', 'write the path with / between its parts'],
  ]
  for (const [written, instead] of table) {
    test(written, () => {
      assert.equal(refused(written).hint, instead)
    })
  }
})

describe('mistakes, each with the nearest right form', () => {
  const table: readonly (readonly [written: string, why: RegExp, hint: RegExp])[] = [
    ['', /it is empty/, /--help/],
    ['   ', /it is empty/, /--help/],
    ['random', /neither an id/, /write pulumi:random for a package of Pulumi, npm:random .* or \.\/random/],
    ['signal.tar.gz', /neither an id/, /write \.\/signal\.tar\.gz/],
    ['pulmi:random', /neither an id/, /did you mean pulumi:\?/],
    ['pulumi:random@v1.0.0.0', /"v1\.0\.0\.0" is neither a version nor a range/, /1\.2\.3, \^1\.2/],
    ['pulumi:random@abcdxyz', /"abcdxyz" is neither a version nor a range/, /leave the version out/],
    ['pulumi:random@latest', /"latest" is neither/, /leave the version out for the newest one/],
    ['pulumi:random@', /there is no version after the "@"/, /leave the "@" out/],
    ['pulumi:convertor/terraform', /"convertor" is not a kind/, /did you mean pulumi:converter\/terraform\?/],
    ['pulumi:pulumiverse/time', /"pulumiverse" is not a kind/, /server: "github:\/\/api\.github\.com\/pulumiverse"/],
    ['pulumi:', /not the name of a Pulumi plugin/, /pulumi:NAME/],
    ['pulumi:tool/../x', /not the name of a Pulumi plugin/, /pulumi:NAME/],
    ['terraform:time', /the namespace is missing/, /terraform:hashicorp\/time/],
    [
      'terraform:hashicorp/time@^1.2',
      /"\^1\.2" is not a version of the form that Terraform uses/,
      /~> 1\.2 \(at least 1\.2, below 2\.0\)/,
    ],
    ['npm:Signal', /not the name of a package of npm/, /npm:signal/],
    ['npm:../x', /not the name of a package of npm/, /npm:NAME/],
    ['git+https://host', /the path of the repository is missing/, /--help/],
    ['git+https://host/repo@--upload-pack=x', /not a tag, a branch or a commit/, /name one tag or commit/],
    ['git+ssh://-oProxyCommand=x/repo', /the host is missing|not a URL/, /--help/],
    ['git+https://host/repo@^1.2', /not a tag, a branch or a commit/, /ranges are not for repositories/],
    ['git+https://host/repo#../x', /not a folder of the repository/, /#sub\/folder/],
    ['git+https://host/repo#a#b', /more than one #/, /once, at the end/],
    ['git+ftp://host/repo', /ftp: is not a scheme/, /https or ssh/],
    ['github:owner', /does not name a repository of GitHub/, /github:OWNER\/REPO/],
    ['oci:acme/Signal', /not a repository of a container registry/, /small letters/],
    ['oci:signal:1', /the host of the registry is missing/, /oci:HOST\/REPO:TAG/],
    ['https://host/', /names a host, but no file/, /--help/],
    ['https://host/x.tar.gz#sub', /no # part/, /git\+https:\/\/HOST\/REPO#FOLDER/],
    ['celerity/aws\u202e', /invisible characters/, /--help/],
    [`celerity/${'a'.repeat(3000)}`, /longer than 2048 characters/, /--help/],
  ]
  for (const [written, why, hint] of table) {
    test(written.slice(0, 60) || 'nothing at all', () => {
      const { message, hint: told } = refused(written)
      assert.match(message, why)
      assert.match(told, hint)
    })
  }
})

test('credentials are refused and not shown', () => {
  for (const written of [
    'https://user:s3cret@host/x.tar.gz',
    'git+https://s3cret@host/repo',
    'git+ssh://git:s3cret@host/repo',
    'https://host/x.tar.gz?X-Amz-Signature=s3cret',
    'https://host/x.tar.gz?token=s3cret',
  ]) {
    const { message, hint } = refused(written)
    assert.match(message, /holds credentials/)
    assert.match(hint, /SLIPWAY_REGISTRY_TOKEN_HOST/)
    assert.doesNotMatch(message + hint, /s3cret/)
  }
  assert.doesNotMatch(JSON.stringify(refused({ source: 'pulumi:random', server: 'https://u:s3cret@host/' })), /s3cret/)
})

describe('--as', () => {
  test('names the kind of a program that does not tell it', () => {
    assert.deepEqual(parsed('./sqlite', 'provider:acme/sqlite@v1.0.0').as, {
      kind: 'provider',
      id: 'acme/sqlite',
      version: '1.0.0',
    })
    assert.deepEqual(parsed('github:acme/sqlite@v1', 'transformer:host.example.com/acme/sqlite@1.0.0').as, {
      kind: 'transformer',
      id: 'host.example.com/acme/sqlite',
      version: '1.0.0',
    })
  })

  const table: readonly (readonly [as: string, why: RegExp, hint?: RegExp])[] = [
    ['acme/sqlite', /needs kind, id and version/],
    ['provder:acme/sqlite@1.0.0', /"provder", which is not a kind/, /did you mean provider\?/],
    ['provider:sqlite@1.0.0', /"sqlite", which is not an id/],
    ['provider:acme/sqlite@^1', /"\^1", which is not a version/],
    ['provider:acme/sqlite', /needs kind, id and version/],
  ]
  for (const [as, why, hint = /provider/] of table) {
    test(as, () => {
      const { message, hint: told } = refused('./sqlite', as)
      assert.match(message, why)
      assert.match(told, hint)
    })
  }

  test('is refused for a descriptor that names its own kind', () => {
    assert.match(refused('pulumi:random', 'provider:acme/random@1.0.0').message, /already says what the plugin is/)
  })
})

test('a key and a wanted version make the descriptor again', () => {
  const table: readonly (readonly [written: string | LongForm, as?: string])[] = [
    ['celerity/aws@^1.2'],
    ['github:owner/repo@v1'],
    ['git+https://host/repo@v1#sub'],
    ['oci:host/repo:tag'],
    ['terraform:hashicorp/time@>= 1, < 2'],
    ['/srv/with space/x', 'provider:acme/x@1.0.0'],
    [{ source: 'pulumi:random', version: '4.19.0', server: 'github://api.github.com/acme' }],
  ]
  for (const [written, as] of table) {
    const descriptor = parsed(written, as)
    const asked = askedOf(descriptor)
    const again = descriptorOfKey(descriptorKey(descriptor), {
      version: '1.0.0',
      ...(asked !== undefined && { asked }),
    })
    assert.deepEqual(again, descriptor)
  }
})

test('descriptors of the same meaning have one key, and others have others', () => {
  const same = [
    ['pulumi:random@4.19.0', 'pulumi:resource/random@^4', { source: 'pulumi:random', parameters: ['x'] }],
    ['git+https://HOST/repo/@v1', 'git+https://host:443/repo@v2'],
    ['gitlab:gitlab.com/a/b', 'gitlab:a/b@v1'],
    ['./x', '/work/shop/x', '../shop/./x'],
    ['terraform:HashiCorp/Time', 'terraform:hashicorp/time@>= 1, < 2'],
  ] as const
  const keys = same.map((group) => {
    const [key, ...others] = new Set(group.map((written) => descriptorKey(parsed(written))))
    assert.deepEqual(others, [])
    return key
  })
  const others = [
    descriptorKey(parsed({ source: 'pulumi:random', server: 'https://host/a' })),
    descriptorKey(parsed('./x', 'provider:acme/x@1.0.0')),
    descriptorKey(parsed('pulumi:tool/random')),
  ]
  assert.equal(new Set([...keys, ...others]).size, keys.length + others.length)
})
