import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Descriptor, descriptorText, type LockEntry, type Outcome, parseDescriptor } from '@slipway/installer'
import { Failure } from '@slipway/model'
import { elseNewer, recordedDescriptor } from './recorded-descriptor.ts'

const byId: Descriptor = { form: { form: 'id', id: 'acme/signal' } }

function told(pluginDescriptor: string | undefined, entries: readonly LockEntry[] = []): string | undefined {
  const record = {
    pluginId: 'acme/signal',
    pluginVersion: '1.2.0',
    ...(pluginDescriptor !== undefined && { pluginDescriptor }),
  }
  const descriptor = recordedDescriptor(record, byId, entries)
  return descriptor && descriptorText(descriptor)
}

function locked(descriptor: string, version: string, asked: string): LockEntry {
  return { descriptor, version, asked, origin: 'somewhere', platforms: {}, isPartial: true }
}

test('of a record, the id and the version count', () => {
  assert.equal(told(undefined), 'acme/signal@1.2.0')
  assert.equal(told('registry.example.com/acme/signal'), 'registry.example.com/acme/signal@1.2.0')
  assert.equal(told('npm:@acme/signal'), 'npm:@acme/signal@1.2.0')
})

test('a server, a URL, a repository or a path counts only if the lock file has it, too', () => {
  const entries = [locked('github:acme/signal', '1.1.0', 'v1.1.0'), locked('github:acme/signal', '1.2.0', 'v1.2.0')]
  assert.equal(told('github:acme/signal', entries), 'github:acme/signal@v1.2.0')
  for (const elsewhere of [
    'github:evil/signal',
    'git+https://evil.example.com/x',
    'https://evil.example.com/x.tar.gz',
    'oci:evil.example.com/x',
    '/tmp/evil',
    'pulumi:random server=https://evil.example.com',
    'nonsense',
    'pulumi:random@1.0.0\u0000',
  ]) {
    assert.equal(told(elsewhere, entries), undefined, elsewhere)
  }
})

const isRecorded = ({ form }: Descriptor): boolean => !('id' in form && form.id === 'acme/asked')

test('a recorded version that is gone is a newer one that fits', async () => {
  const asked: string[][] = []
  const install = (wanted: readonly Descriptor[]): Promise<readonly Outcome[]> => {
    asked.push(wanted.map(descriptorText))
    return Promise.resolve(
      wanted.map((descriptor) =>
        descriptor.version === '1.2.0'
          ? { descriptor, action: 'failed', failure: new Failure('install/no-version', 'gone') }
          : { descriptor, action: 'installed' },
      ),
    )
  }
  const wanted = ['acme/signal@1.2.0', 'terraform:acme/time@1.2.0', 'acme/asked@1.2.0', 'acme/there@1.0.0'].map(
    (text) => parseDescriptor(text, { cwd: '/' }),
  )
  const said: string[] = []
  const outcomes = await elseNewer(wanted, isRecorded, install, (message) => said.push(message))
  assert.equal(
    said[0],
    'acme/signal@1.2.0 made the recorded resources, but is no longer available: Slipway asks for acme/signal@^1.2.0 instead',
  )
  assert.deepEqual(asked.at(-1), ['acme/signal@^1.2.0', 'terraform:acme/time@~> 1.2'])
  assert.deepEqual(
    outcomes.map(({ descriptor, action }) => `${descriptorText(descriptor)} ${action}`),
    [
      'acme/signal@^1.2.0 installed',
      'terraform:acme/time@~> 1.2 installed',
      'acme/asked@1.2.0 failed',
      'acme/there@1.0.0 installed',
    ],
  )
})
