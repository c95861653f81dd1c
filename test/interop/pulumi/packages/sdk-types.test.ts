// test:rest: the compiler reads the SDK of Pulumi each time, which takes seconds
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { sdkOf } from '../../../../packages/languages/src/nodejs/sdk/generate.ts'
import {
  awkward,
  cloud,
  kitchen,
  letters,
  library,
  notes,
} from '../../../../packages/languages/src/nodejs/sdk/testing/schemas.ts'
import { test } from '../../../cases.ts'
import { suite } from '../../needs.ts'
import { skip } from '../machine.ts'

const modules = join(import.meta.dirname, '../node_modules')

/** The compiler that Pulumi's SDK brings. */
const ofSdk = [process.execPath, '--max-old-space-size=4000', join(modules, 'typescript/bin/tsc')]
/** The workspace's own, which reads a large SDK in a tenth of the time. */
const newest = [join(import.meta.dirname, '../../../../node_modules/.bin/tsc')]

/** A folder with these SDKs beside Pulumi's own; returns the compiler's messages about the files in it. */
function compiled(
  t: TestContext,
  [compiler = '', ...args]: readonly string[],
  schemas: readonly object[],
  program = '',
): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-sdk-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const schema of schemas) {
    const sdk = sdkOf(JSON.stringify(schema))
    const files = [...sdk.files()]
    const { name } = JSON.parse(files.find(([path]) => path === 'package.json')?.[1] ?? '{}')
    for (const [path, text] of files) {
      const file = join(folder, 'node_modules', name, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
  mkdirSync(join(folder, 'node_modules/@pulumi'), { recursive: true })
  symlinkSync(join(modules, '@pulumi/pulumi'), join(folder, 'node_modules/@pulumi/pulumi'))
  writeFileSync(join(folder, 'index.ts'), program)
  const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: [] }
  const declarations = globSync('node_modules/*/*/**/*.d.ts', { cwd: folder }).filter(
    (file) => !file.includes('@pulumi/pulumi/'),
  )
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['index.ts', ...declarations] }),
  )
  const { stdout } = spawnSync(compiler, [...args, '-p', folder], { encoding: 'utf8' })
  return stdout
}

const program = `
import * as pulumi from "@pulumi/pulumi"
import * as library from "@pulumi/library"
import { Table } from "@acme/kitchen"
import * as notes from "@pulumi/notes"
import { Sheet } from "@pulumi/letters"

const emma = new library.Book("emma", { title: "Emma", rule: { days: 3, genre: library.shelves.Genre.Crime }, either: "x", "odd-name": 1 })
const pages: pulumi.Output<number> = emma.pages
const borrowed: pulumi.Output<string> = emma.borrow({ days: 2 }).until
const isIn: Promise<library.Book.IsInResult> = emma.isIn()
const found: library.Book = library.Book.get("found", "id-1", { pages })
const shelf = new library.shelves.Shelf("s", { genre: "crime", size: emma.pages })
const books: pulumi.Output<library.Book[]> = shelf.books
const asked = library.getBookOutput({ title: emma.title, rule: { days: pages } })
const place: pulumi.Output<number | undefined> = asked.apply(({ place }) => place?.row)
const town: string | undefined = library.config.town
const provider = new library.Provider("p", { open: true, key: "k" })
new Table("t", { seats: 4 }, { provider })
new notes.Sheet("n", { text: borrowed })
new Sheet("l", { text: library.shelves.countOutput().apply(String) })
if (library.Book.isInstance(found)) void found.title

// @ts-expect-error a title is needed
new library.Book("none", {})
// @ts-expect-error a genre that nobody knows
new library.shelves.Shelf("wrong", { genre: "love" })
// @ts-expect-error a plain input takes no output
new Table("wrong", { seats: pages })
export { books, isIn, place, town }
`

suite('SDKs that are made', { skip }, () => {
  test('of five schemas pass the compiler, with a program that uses them', (t) => {
    assert.equal(compiled(t, ofSdk, [library, kitchen, notes, letters, awkward], program), '')
  })

  test('of 1,500 types pass the compiler', (t) => {
    assert.equal(compiled(t, newest, [cloud(1500)]), '')
  })
})
