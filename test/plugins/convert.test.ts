import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { machine } from '../../packages/operations/src/converting/testing/machine.ts'
import { platformOf } from '@slipway/installer'
import { test } from '../cases.ts'
import { tarGz } from '../install/archive.ts'
import { runWarm } from '../warm/run.ts'

const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

function commandLine(t: TestContext, act?: string) {
  const box = machine(t, act)
  const run = (...args: string[]) => {
    const options = { cwd: box.at('work'), env: { ...box.env, NO_COLOR: '1', SLIPWAY_PLUGIN_MIRROR: box.at('mirror') } }
    const warm = runWarm({ args, ...options })
    if (warm !== undefined) return warm
    const { status: code, stdout: out, stderr: err } = spawnSync(slipway, args, { ...options, encoding: 'utf8' })
    return { code, out, err }
  }
  return { ...box, run }
}

const conversion = ['convert', '--from', 'terraform', 'infra', '--to', 'pcl', '--out', 'shop'] as const

test('slipway convert --from shows warnings with their lines, what was not converted, and the new files', (t) => {
  const { run, said } = commandLine(t)
  const { code, out, err } = run(...conversion, '--', '--all', 'x')
  assert.equal(code, 0, err)
  assert.equal(out, 'shop/Pulumi.yaml\nshop/main.pp\nshop/net/main.pp\n')
  assert.match(err, /infra\/main\.tf:2:3/)
  assert.match(err, /left out: a provisioner/)
  assert.match(err, /One thing was not converted; write this yourself:\n {2}main\.pp:2:9: aws_acl\.logs\["x"\] \.id/)
  assert.deepEqual(said('converter')[0]?.['args'], ['--all', 'x'])
  const again = run(...conversion)
  assert.equal(again.code, 1)
  assert.match(again.err, /shop is not empty {2}\[cli\/folder-not-empty\]\n {2}hint: .*--force/)
  const { files, notConverted, diagnostics } = JSON.parse(run(...conversion, '--force', '--json').out)
  assert.deepEqual(files, ['Pulumi.yaml', 'main.pp', 'net/main.pp'])
  assert.deepEqual([notConverted[0].line, diagnostics[0].line], [2, 2])
})

test('slipway convert says what is wrong with its line, and prints a snippet', (t) => {
  const { run } = commandLine(t)
  const refused = (...args: string[]): string => {
    const { code, err } = run('convert', ...args)
    assert.equal(code, 1)
    return err
  }
  assert.match(refused('--to', 'go', 'infra'), /--to go needs --from with the name of a converter/)
  assert.match(
    refused('--to', 'pcl', '--from', 'terraform', 'infra'),
    /--from needs a folder for the result: --out DIR/,
  )
  assert.match(refused('--to', 'yaml', '--out', 'x'), /need --from with its name/)
  assert.match(refused('--to', 'go', '--from', 'terraform', 'infra', '--out', 'x'), /\[convert\/no-writer\]/)
  const snippet = run(
    'convert',
    '--from',
    'terraform',
    'infra/main.tf',
    '--snippet',
    'aws:s3/bucket:Bucket',
    '--to',
    'pcl',
  )
  assert.equal(snippet.code, 0, snippet.err)
  assert.match(snippet.out, /^resource logs/)
  assert.match(snippet.err, /logs\.pp:2:9/)
})

test('slipway import --from shows the plan, asks, records, and writes a blueprint that needs no change', (t) => {
  const { run, write, read, provider, said } = commandLine(t)
  provider()
  write('terraform.tfstate', '{}')
  const line = ['import', '--from', 'terraform', 'terraform.tfstate', '--instance', 'shop'] as const
  const asked = run(...line)
  assert.equal(asked.code, 1)
  assert.match(asked.err, /\[cli\/needs-yes\]/)
  assert.match(
    asked.out,
    /^Import into shop, as pulumi\/converter-terraform says:\n {2}\+ net \(net:index:Net\)\n {6}a group of others\n/,
  )
  assert.match(
    asked.out,
    /\+ logs \(cloud:index:Bucket\) logs-1\n {6}parent: net\n {6}inputs:\n {8}title: "logs"\n {8}token: "\(secret\)"\n {6}outputs:\n/,
  )
  assert.match(asked.out, /\+ found .*\n {6}provider: cloud\.eu\n/)
  assert.match(asked.err, /Left out:\n {2}gone \(cloud:index:Bucket\): its provider finds nothing with the id "gone-1"/)
  const imported = run(...line, '--yes', '--json', '--out', 'shop.blueprint.yaml', '--', '--flag')
  assert.equal(imported.code, 0, imported.err)
  const { outcome, resources, leftOut } = JSON.parse(imported.out)
  assert.deepEqual([outcome, resources.length, leftOut.length], ['imported', 4, 1])
  assert.equal(resources[2].inputs.token, '(secret)')
  assert.match(JSON.stringify(said('converter').at(-1)?.['args']), /terraform\.tfstate","--flag"\]$/)
  assert.doesNotMatch(read('shop.blueprint.yaml'), /t0ken/)
  const { code, out, err } = run('plan', '--detailed-exitcode', '--var', 'logs_token=t0ken')
  assert.equal(code, 0, out + err)
  assert.match(run('import', '--from', 'terraform', 'terraform.tfstate', '--list').err, /give only one of them/)
  assert.match(run('import', 'a', 'b', 'c', 'd').err, /need --from with its name/)
})

test('slipway convert --from installs a converter that is not there with --install, and completes its name', (t) => {
  const { run, at } = commandLine(t)
  const archive = at(`mirror/pulumi/converter/acme/1.0.0/pulumi-converter-acme-v1.0.0-${platformOf()}.tar.gz`)
  mkdirSync(dirname(archive), { recursive: true })
  writeFileSync(archive, tarGz({ 'pulumi-converter-acme': readFileSync(at('bin/pulumi-converter-terraform'), 'utf8') }))
  const acme = ['convert', '--from', 'acme', 'infra', '--to', 'pcl', '--out', 'shop'] as const
  const missing = run(...acme)
  assert.equal(missing.code, 1)
  assert.match(missing.err, /no converter called acme is installed; there are: terraform {2}\[host\/unknown-plugin\]/)
  const { code, out, err } = run(...acme, '--install')
  assert.equal(code, 0, err)
  assert.match(out, /^shop\/Pulumi\.yaml\n/)
  assert.match(err, /Installing pulumi:converter\/acme/)
  assert.deepEqual(run('complete', 'fish', '--', 'convert', '--from', '').out.trim().split('\n'), [
    'acme',
    'pulumi-yaml',
    'terraform',
  ])
  assert.match(run('complete', 'fish', '--', 'convert', '--to', 'b').out, /^bp\nblueprint\n$/)
})
