// test:rest: builds links with two SDKs in Go; go-cli.test.ts shows a plugin in Go under the command line
/** A link in Go from a Go type to a TypeScript type: staged, made, changed, found broken, undone. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { test } from '../cases.ts'
import { machine } from '../plugins/machine.ts'
import { buildGopher, goSdks, skipWithoutGo, type Gopher } from './go/build.ts'
import { suite } from './needs.ts'

const blueprint = `version: 2025-11-02
values:
  to: { type: string, value: "\${link(home, larder).to}" }
resources:
  home:
    type: gopher/burrow
    linkSelector: { byLabel: { near: home } }
    metadata: { annotations: { tunnel.width: 3 } }
    spec: { name: home, path: home.txt }
  larder:
    type: local/file
    metadata: { labels: { near: home } }
    spec: { path: larder.txt, content: carrots }
exports:
  to: { type: string, field: values.to }
`

for (const sdk of goSdks)
  suite(`a link in Go, SDK ${sdk}`, { skip: skipWithoutGo, timeout: 300_000 }, () => {
    let gopher: Gopher
    before(async () => {
      gopher = await buildGopher(sdk)
    })

    test('connects a resource in Go to one in TypeScript', async (t) => {
      const box = machine(t)
      box.install(gopher.file, 'interop/gopher')
      box.write('burrows.blueprint.yaml', blueprint)
      const file = (name: string): string => join(box.folder, name)
      const plan = await box.slipway('plan')
      assert.match(
        plan.stdout,
        /link home::larder \(gopher\/burrow::local\/file\) will be made\n {4}\+ width: 3/,
        plan.stderr,
      )

      const up = await box.slipway('up --yes')
      assert.equal(up.code, 0, up.stderr)
      assert.match(up.stderr, /home::larder: .*fallen in.*, attempt 1 of \d+, again in/)
      assert.equal(readFileSync(file('home.txt.tunnel'), 'utf8'), 'larder.txt')
      assert.match((await box.slipway('exports')).stdout, /larder\.txt/)
      const shown = await box.slipway('state show home::larder')
      assert.match(shown.stdout, /phase a +done, 2 attempts/)
      assert.match(shown.stdout, /made +home\.txt\.door \(gopher\/door, created\)/)
      assert.equal((await box.slipway('plan --refresh --detailed-exitcode')).code, 0)

      rmSync(file('home.txt.door'))
      const broken = await box.slipway('plan --refresh')
      assert.match(broken.stdout, /will be updated: home\.txt\.door is missing outside/)
      box.write('burrows.blueprint.yaml', blueprint.replace('width: 3', 'width: 5'))
      const wider = await box.slipway('up --yes')
      assert.equal(wider.code, 0, wider.stderr)
      assert.ok(existsSync(file('home.txt.door')))
      assert.match((await box.slipway('state show home::larder')).stdout, /width +5/)

      box.write('burrows.blueprint.yaml', blueprint.replace('width: 3', 'width: wide'))
      assert.match((await box.slipway('validate')).stderr, /"tunnel\.width" of "home" must be of the type integer/)
      const destroyed = await box.slipway('destroy --yes')
      assert.equal(destroyed.code, 0, destroyed.stderr)
      for (const name of ['home.txt', 'home.txt.tunnel', 'home.txt.door', 'larder.txt'])
        assert.ok(!existsSync(file(name)))
    })
  })
