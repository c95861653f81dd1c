import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Diagnostic } from '@slipway/model'
import { diagnosticAnnotations, failureAnnotation, newsAnnotations, runAnnotations } from './annotations.ts'

const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/work/repo' }
const position = { line: 4, column: 5, offset: 40 }
const wrong: Diagnostic = {
  code: 'blueprint/unknown-attribute',
  severity: 'error',
  message: 'local/file has no attribute "pth": 100%, sure\nindeed',
  hint: 'did you mean "path"?',
  file: '/work/repo/deploy/site,eu.blueprint.yaml',
  range: { start: position, end: { ...position, column: 8 } },
}

test('diagnostics are annotations of their files, escaped as GitHub wants it', () => {
  assert.equal(
    diagnosticAnnotations([wrong, { code: 'x/y', severity: 'info', message: 'by the way' }], env),
    '::error file=deploy/site%2Ceu.blueprint.yaml,line=4,endLine=4,col=5,endColumn=8,title=blueprint/unknown-attribute' +
      '::local/file has no attribute "pth": 100%25, sure%0Aindeed%0Adid you mean "path"?\n' +
      '::notice title=x/y::by the way\n',
  )
  const long = { ...wrong, range: { start: position, end: { line: 6, column: 1, offset: 80 } } }
  assert.match(diagnosticAnnotations([long], env), /line=4,endLine=6,title/)
})

test('failures and resources that failed are annotations without a place', () => {
  const failure = new Failure('cli/locked', 'site is locked', { details: ['by ann'], hint: 'wait' })
  assert.equal(failureAnnotation(failure, env), '::error title=cli/locked::site is locked%0Aby ann%0Await\n')
  const failed = {
    key: 'web',
    action: 'create',
    name: 'web',
    type: 'local/process',
    code: 'x/y',
    reasons: ['no room'],
    inDoubt: false,
  } as const
  assert.equal(runAnnotations([failed], env), '::error title=web (local/process)::no room\n')
})

test('an advisory policy gives a warning, and a mandatory one is reported by the failing command', () => {
  const violation = {
    type: 'policy-violation',
    pack: 'house',
    policy: 'named',
    enforcement: 'advisory',
    name: 'web',
    message: 'has no owner\n::error::x',
  } as const
  assert.equal(newsAnnotations(violation, env), '::warning title=house/named::web: has no owner%0A::error::x\n')
  assert.equal(newsAnnotations({ ...violation, enforcement: 'mandatory' }, env), '')
  assert.equal(
    newsAnnotations({ type: 'warnings', diagnostics: [{ ...wrong, severity: 'warning' }] }, env).slice(0, 10),
    '::warning ',
  )
  assert.equal(newsAnnotations({ type: 'notice', message: 'x' }, env), '')
  assert.equal(newsAnnotations(violation, {}), '')
})

test('outside GitHub there are none', () => {
  assert.equal(diagnosticAnnotations([wrong], {}), '')
  assert.equal(failureAnnotation(new Failure('x/y', 'z'), { CI: '1' }), '')
  assert.equal(runAnnotations([], env), '')
})
