import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeArchive } from '../testing/test-archive.ts'
import { TestNode } from '../testing/test-node.ts'

const needsRoot = process.getuid?.() !== 0 && 'needs root'
const nobody = 65_534

/** A node whose pods other users can reach, with a folder in which they can write. */
async function sharedNode(context: TestContext): Promise<{ readonly node: TestNode; readonly open: string }> {
  const node = await TestNode.start(context)
  chmodSync(node.root, 0o755)
  const open = join(node.root, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  return { node, open }
}

async function written(file: string): Promise<string> {
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(5)
  return readFileSync(file, 'utf8')
}

describe('a pod that runs as another user', { skip: needsRoot }, () => {
  test('has its variables, and nobody else obeys them', async (context) => {
    const { node, open } = await sharedNode(context)
    const tools = join(node.root, 'tools')
    mkdirSync(tools)
    for (const tool of ['setpriv', 'sh', 'sleep'])
      writeFileSync(join(tools, tool), `#!/bin/sh\n/usr/bin/id -u >> ${open}/stolen\n`, { mode: 0o755 })
    const note = `two\nlines, 'one' "word" and a $(word) \\`
    const env = {
      PATH: `${tools}:/usr/bin:/bin`,
      LD_PRELOAD: '/nowhere.so',
      IFS: 'x',
      name: 'it',
      NOTE: note,
      ENOUGH: true,
    }
    const script = `/usr/bin/id -u > ${open}/user; printf %s "$NOTE" > ${open}/note; echo "$name $ENOUGH $PATH" > ${open}/told; exec /bin/sleep 600`
    const launchables = { main: { type: 'command', command: ['/bin/sh', '-c', script] } }
    await node.schedule({ id: 'web', run_as: 'nobody', env, launchables, graceMs: 1000 })
    await node.becomes('web', 'running')
    assert.equal(await written(join(open, 'told')), `it true ${env.PATH}\n`)
    assert.equal(await written(join(open, 'user')), `${nobody}\n`)
    assert.equal(await written(join(open, 'note')), note)
    assert.equal(existsSync(join(open, 'stolen')), false)
  })

  test('cannot lead the preparer elsewhere by links in its home', async (context) => {
    const { node, open } = await sharedNode(context)
    const home = node.layout.home('pod', 'web')
    const location = join(node.root, 'web_v1.tar.gz')
    writeArchive(location, { 'bin/launch': '#!/bin/sh\nexec sleep 600\n' })
    const victim = join(node.root, 'victim')
    mkdirSync(victim)
    writeFileSync(join(victim, 'file'), 'precious')
    const plant = [
      // Waits until the first version runs.
      `while [ ! -e ${open}/stands ]; do sleep 0.05; done`,
      `cd ${home}`,
      'mv main old',
      `ln -s ${victim} main`,
      'mv config old.config',
      `ln -s ${victim} config`,
      'mv env old.env',
      `ln -s ${victim} env`,
      `ln -s ${victim}/file current_manifest.yaml.draft`,
      `echo done > ${open}/planted`,
      'exec sleep 600',
    ].join('; ')
    const hoist = { type: 'hoist', location }
    const version = (config: object, main: object) => ({
      id: 'web',
      run_as: 'nobody',
      env: { COLOUR: 'blue' },
      config: { ...config },
      launchables: { main: { ...main }, side: { type: 'command', command: ['/bin/sh', '-c', plant] } },
      graceMs: 1000,
    })
    await node.schedule(version({ of: 1 }, hoist))
    await node.becomes('web', 'running')
    writeFileSync(join(open, 'stands'), '')
    await written(join(open, 'planted'))
    const { hash } = await node.schedule(version({ of: 2 }, hoist))
    const { reason = '' } = await node.becomes('web', 'retrying', hash)
    assert.match(reason, /web\/main is not a folder of the pod/)
    assert.deepEqual(readdirSync(victim), ['file'])
    assert.equal(readFileSync(join(victim, 'file'), 'utf8'), 'precious')
    for (const path of [victim, join(victim, 'file')]) assert.equal(statSync(path).uid, 0)
  })

  test('cannot change its running code, nor pass its own code off as signed', async (context) => {
    const { node, open } = await sharedNode(context)
    const location = join(node.root, 'web_v1.tar.gz')
    const log = join(open, 'log')
    const digest = writeArchive(location, {
      'bin/launch': `#!/bin/sh\necho good >> ${log}\nexec sleep 600\n`,
      'bin/disable': '#!/bin/sh\nexit 0\n',
    })
    const evil = `printf '#!/bin/sh\\necho evil >> ${log}; exec sleep 600\\n'`
    const plant = [
      `while [ ! -e ${open}/stands ]; do sleep 0.05; done`,
      `cd ${node.layout.home('pod', 'web')}`,
      'code=$(readlink main/current)',
      `${evil} > "$code/bin/launch"; chmod u+w "$code/bin/launch"; mv "$code" "$code.away"; mv main/installs main/away`,
      'version=$(basename "$code")',
      'mv main away; mkdir -p "main/installs/$version/bin"',
      `for script in launch enable disable post-activate; do ${evil} > "main/installs/$version/bin/$script"; done`,
      'chmod -R 755 main/installs; ln -s "$PWD/main/installs/$version" main/current',
      `printf ${digest} > "main/installs/$version.digest"`,
      `echo done > ${open}/planted`,
      'exec sleep 600',
    ].join('\n')
    const hoist = { type: 'hoist', location, digest }
    const version = (of: number) => ({
      id: 'web',
      run_as: 'nobody',
      env: { OF: of },
      launchables: { main: hoist, side: { type: 'command', command: ['/bin/sh', '-c', plant] } },
      graceMs: 1000,
    })
    await node.schedule(version(1))
    await node.becomes('web', 'running')
    const code = readlinkSync(node.layout.link('pod', 'web', 'main', 'current'))
    for (const path of [code, join(code, 'bin'), join(code, 'bin/launch')]) {
      const { uid, gid, mode } = statSync(path)
      assert.deepEqual([uid, gid, mode & 0o777], [0, nobody, 0o755], path)
    }
    writeFileSync(join(open, 'stands'), '')
    await written(join(open, 'planted'))
    rmSync(location)
    const { hash } = await node.schedule(version(2))
    await node.becomes('web', 'running', hash)
    // The program has started, and may not have said anything yet.
    while (readFileSync(log, 'utf8').split('\n').length < 3) await sleep(5)
    // On a busy machine, an attempt may fail and be repeated.
    assert.match(readFileSync(log, 'utf8'), /^(good\n){2,}$/, node.events.join('\n'))
    assert.equal(readlinkSync(node.layout.link('pod', 'web', 'main', 'current')), code)
  })
})
