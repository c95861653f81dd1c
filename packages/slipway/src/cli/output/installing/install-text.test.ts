import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Installed } from '@slipway/installer'
import { paint } from '../../console/console.ts'
import { outcomeText } from './install-text.ts'

const installed: Installed = {
  identity: {
    ecosystem: 'deploy-engine',
    kind: 'provider',
    name: 'acme/notes',
    version: '0.2.0',
    protocol: 'deploy-engine',
    programs: [],
    renamed: {},
  } as unknown as Installed['identity'],
  folder: '/home/ada/.local/share/slipway/apart/x/notes',
  origin: '/src/notes',
  sha256: 'ab',
  size: 1,
  level: 'none',
}

const descriptor = { form: { form: 'path', path: '/src/notes' } } as const

const said = (more: Partial<Installed>): string =>
  outcomeText({ descriptor, action: 'installed', installed: { ...installed, ...more } }, paint({ color: false }))

test('a plugin that was installed is named', () => {
  assert.equal(said({}), 'acme/notes 0.2.0 installed')
})

test('a plugin beside another copy of its version says which of them runs, and how to change that', () => {
  assert.equal(
    said({ isApart: true }),
    'acme/notes 0.2.0 installed beside another copy of this version, which runs where no slipway.lock names this one\n' +
      '  hint: to run this one everywhere: slipway plugin remove acme/notes, then install it again',
  )
})
