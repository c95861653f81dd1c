/** A policy pack that a descriptor names, through the command line. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from '../interop/needs.ts'
import { skip } from '../interop/pulumi/machine.ts'
import { test } from 'node:test'
import { platformOf } from '@slipway/installer'
import { tarGz } from './archive.ts'
import { ledgerMachine, writeBlueprint } from './ledger.ts'

const modules = join(import.meta.dirname, '../interop/pulumi/node_modules')

const pack = `const { PolicyPack } = require('@pulumi/policy')
new PolicyPack('strict', {
  policies: [{
    name: 'no-rent', description: 'nobody pays rent', enforcementLevel: 'mandatory',
    validateResource: (args, report) => { if (args.props.account === 'rent') report('rent is not paid here') },
  }],
})
`

suite('a policy pack that a descriptor names', { skip, timeout: 240_000 }, () => {
  test('is installed on demand, enforced, and recorded in the lock file', async (t) => {
    const { box, server } = await ledgerMachine(t)
    writeBlueprint(box, server)
    const archive = `/pulumi-analyzer-strict-v1.0.0-${platformOf()}.tar.gz`
    const sources = join(box.home, 'pack')
    mkdirSync(sources)
    writeFileSync(join(sources, 'PulumiPolicy.yaml'), 'runtime: nodejs\n')
    writeFileSync(join(sources, 'package.json'), '{"name": "strict", "version": "1.0.0", "main": "index.js"}\n')
    writeFileSync(join(sources, 'index.js'), pack)
    symlinkSync(modules, join(sources, 'node_modules'))
    const runner = join(modules, '@pulumi/pulumi/cmd/run-policy-pack')
    const script = `#!/bin/sh\ncd '${sources}' && PULUMI_NODEJS_TYPESCRIPT=false exec node '${runner}' "$1" '${sources}'\n`
    server.put(archive, { body: tarGz({ 'pulumi-analyzer-strict': script }) })
    const named = `{"source": "pulumi:analyzer/strict@1.0.0", "server": "${server.url}"}`
    box.write('slipway.config.yaml', `policyPacks: ['${named}']\n`)
    const ledger = JSON.stringify({ source: 'pulumi:ledger@1.2.0', server: server.url })
    assert.equal((await box.lines(`plugin install ${ledger}`))[0]?.action, 'installed')
    const missed = await box.slipway('plan')
    assert.equal(missed.code, 1)
    assert.match(missed.stderr, /the policy pack .*analyzer\/strict.* is not installed[^]*slipway plugin install/)
    const planned = await box.slipway('plan --install')
    assert.match(planned.stderr, /pulumi\/analyzer-strict 1\.0\.0 is installed/)
    assert.match(planned.stdout + planned.stderr, /rent is not paid here/)
    assert.equal((await box.slipway('up --yes')).code, 1)
    assert.match(readFileSync(join(box.folder, 'slipway.lock'), 'utf8'), /pulumi:analyzer\/strict/)
    const lines = await box.lines('install')
    assert.deepEqual(
      lines.map(({ id, action }) => [id, action]),
      [
        ['pulumi/ledger', 'present'],
        ['pulumi/analyzer-strict', 'present'],
      ],
    )
  })
})
