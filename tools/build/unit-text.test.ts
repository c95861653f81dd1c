import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFunction } from 'node:vm'
import { constantsOf, unitText } from './unit-text.ts'

test('what is assigned once, where it is declared, is a constant for other units', () => {
  const esm = `var a=1,b=2;function c(){return d}var d=()=>a==b;let e=0;function f(){e++}let g;function h(){return g??=f()}let i;function j(){i=1}let k,l;function m(){k=1,l=2}
    export{a,b as other,c,d,e,f,g,h,i,j,k,l};\n`
  assert.deepEqual([...constantsOf(esm)].sort(), ['a', 'c', 'd', 'f', 'h', 'j', 'other'])
  assert.deepEqual([...constantsOf(`var Late,init=__esm({"late.js"(){Late=class{}}});export{Late,init};`)], [])
  assert.deepEqual([...constantsOf('var alone=1;')], [])
})

test('constants are taken at the start, all else where it is used, and the deferred are loaded when they are', async () => {
  const esm = `import{a as one,b}from"./x.js";import"./y.js";import{Big}from"deferred:big";console.log(one,b,()=>new Big(one))`
  const constants = new Map([['./x.js', new Set(['a'])]])
  const text = await unitText(esm, { constants, isForeign: false })
  const seen: string[] = []
  const units: Readonly<Record<string, object>> = {
    './x.js': { a: 1, b: 2 },
    './y.js': {},
    './big.js': {
      Big: class {
        one: unknown
        constructor(one: unknown) {
          this.one = one
        }
      },
    },
  }
  const require = (name: string): object => {
    seen.push(name)
    return units[name] ?? {}
  }
  let logged: readonly unknown[] = []
  const log = (...values: readonly unknown[]): void => void (logged = values)
  compileFunction(text, ['exports', 'require', 'module', 'console'])({}, require, { exports: {} }, { log })
  const [one, b, make] = logged as [number, number, () => { readonly one: number }]
  assert.deepEqual([one, b, new Set(seen)], [1, 2, new Set(['./x.js', './y.js'])])
  assert.equal(make().one, 1)
  assert.ok(seen.includes('./big.js'))
})

test('a module of Node may be deferred, too, and one that is imported as a whole', async () => {
  const esm = `import whole from"deferred:node:whole";import{one}from"deferred:node:some";seen(()=>[whole.all,one()])`
  const text = await unitText(esm, { constants: new Map(), isForeign: false })
  const asked: string[] = []
  const modules: Readonly<Record<string, object>> = { 'node:whole': { all: 1 }, 'node:some': { one: () => 2 } }
  const require = (name: string): object => {
    asked.push(name)
    return modules[name] ?? {}
  }
  let use: (() => unknown) | undefined
  const seen = (given: () => unknown): void => void (use = given)
  compileFunction(text, ['exports', 'require', 'module', 'seen'])({}, require, { exports: {} }, seen)
  assert.deepEqual(asked, [])
  assert.deepEqual(use?.(), [1, 2])
  const all = `import*as all from"deferred:node:some";seen(()=>all)`
  await assert.rejects(unitText(all, { constants: new Map(), isForeign: false }), /by name: "deferred:node:some"/)
})

test('constants are exported as they are, and what changes as it is when it is asked for', async () => {
  const esm = `import{live as theirs}from"./x.js";var one=1,now=0;function next(){return now++}export{one,one as other,now,next,theirs};`
  const text = await unitText(esm, { constants: new Map(), isForeign: false })
  const module: { exports: Record<string, unknown> } = { exports: {} }
  const x = { live: 'before' }
  compileFunction(text, ['exports', 'require', 'module'])(module.exports, () => x, module)
  const { exports } = module
  const names = Object.keys(exports)
  const isConstant = (name: string): boolean => Object.getOwnPropertyDescriptor(exports, name)?.get === undefined
  assert.deepEqual(names, ['one', 'other', 'now', 'next', 'theirs'])
  assert.deepEqual(names.filter(isConstant), ['one', 'other', 'next'])
  ;(exports['next'] as () => number)()
  x.live = 'after'
  assert.deepEqual({ ...exports, next: undefined }, { one: 1, other: 1, now: 1, next: undefined, theirs: 'after' })
  // An import of the default export must not get all exports.
  assert.equal(exports['__esModule'], true)
})

test('a package of CommonJS is what it exports', async () => {
  const text = await unitText('var make=()=>({pino:1});export default make();', {
    constants: new Map(),
    isForeign: true,
  })
  const module: { exports: object } = { exports: {} }
  compileFunction(text, ['exports', 'require', 'module'])(module.exports, () => ({}), module)
  assert.deepEqual(module.exports, { pino: 1 })
})
