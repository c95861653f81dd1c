import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { test } from '../../../cases.ts'
import { suite } from '../../needs.ts'
import { alone } from '../bare-machine.ts'
import { machine, skip } from '../machine.ts'

const modules = join(import.meta.dirname, '../node_modules')

/** Stands in for npm, which would ask the network: links the folders that package.json names, and records its calls. */
const npm = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } = require('node:fs')
const { dirname, join, resolve } = require('node:path')
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
for (const [name, from] of Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)) {
  if (!from.startsWith('file:')) continue
  const place = join('node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  rmSync(place, { force: true })
  symlinkSync(resolve(from.slice(5)), place)
}
`

/** A machine with a program that has the SDK of Pulumi, and the folders of two plugins that are not installed yet. */
function desk(t: TestContext) {
  const box = machine(t, { variables: (name) => ({ PATH: `${name('bin')}:${process.env['PATH']}` }) })
  const { at, run } = box
  for (const [folder, file] of [
    ['binder', 'binder.cjs'],
    ['desk', 'extender.cjs'],
  ] as const) {
    mkdirSync(at(folder))
    alone(file, folder)(at(folder))
  }
  mkdirSync(at('node_modules/@pulumi'), { recursive: true })
  symlinkSync(join(modules, '@pulumi/pulumi'), at('node_modules/@pulumi/pulumi'))
  mkdirSync(at('bin'))
  writeFileSync(at('bin/npm'), npm, { mode: 0o755 })
  return {
    ...box,
    program: (text: string): void => {
      writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: {name: nodejs, options: {typescript: false}} # ours\n')
      writeFileSync(at('package.json'), '{\n    "name": "books",\n    "main": "index.js",\n    "dependencies": {}\n}\n')
      writeFileSync(at('index.js'), text)
    },
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return out
    },
    refused: (...args: string[]): string => {
      const { code, err } = run(...args)
      assert.notEqual(code, 0)
      return err
    },
    read: (name: string): string => readFileSync(at(name), 'utf8'),
  }
}

suite('a package of a program', { skip }, () => {
  test('is added, used, listed and removed: one that a plugin serves by parameters, one beside its own', (t) => {
    const { program, done, read, at, book } = desk(t)
    program('const notes = require("@pulumi/notes")\nnew notes.Sheet("one", { text: "hello" })\n')
    const added = done('package', 'add', './binder', 'notes', 'red')
    assert.match(added, /^notes 1\.0\.0, served by binder \d\S+ is in Pulumi\.yaml\nsdks\/notes is its SDK/)
    assert.match(added, /import \* as notes from "@pulumi\/notes"/)
    assert.match(
      read('Pulumi.yaml'),
      /# ours\npackages:\n {2}notes:\n {4}source: "?\.\/binder"?\n {4}parameters: \["notes", "red"\]\n$/,
    )
    assert.match(read('package.json'), /^ {4}"dependencies": \{\n {8}"@pulumi\/notes": "file:sdks\/notes"/m)
    assert.match(read('npm-calls'), /^install .*--ignore-scripts/)
    done('up', '--yes', '--stack', 'dev', '--create')
    assert.deepEqual(book(), ['notes-1: notes, red'])
    assert.match(done('package', 'list'), /notes +\.\/binder +notes red +1\.0\.0/)
    assert.match(done('package', 'remove', 'notes'), /notes is no longer in Pulumi\.yaml, and sdks\/notes is gone/)
    assert.equal(read('Pulumi.yaml'), 'name: books\nruntime: {name: nodejs, options: {typescript: false}} # ours\n')
    assert.equal(existsSync(at('sdks/notes')), false)
    assert.deepEqual(JSON.parse(read('package.json')).dependencies, {})
  })

  test('is stopped by Ctrl-C while npm runs, and the same command goes on from there', async (t) => {
    const { program, at, done, options } = desk(t)
    program('')
    writeFileSync(at('bin/npm'), '#!/bin/sh\n: > npm-runs\nexec sleep 60\n')
    const { slipway, ...how } = options
    const child = spawn(slipway, ['package', 'add', './binder', 'notes', 'red'], how)
    const [ended, said] = [once(child, 'close'), textOf(child.stderr)]
    while (!existsSync(at('npm-runs')) && child.exitCode === null) await sleep(20)
    child.kill('SIGINT')
    assert.equal((await ended)[0], 130, await said)
    assert.doesNotMatch(await said, /error:/)
    writeFileSync(at('bin/npm'), npm)
    assert.match(done('package', 'add', './binder', 'notes', 'red'), /sdks\/notes is its SDK/)
  })
})
