import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sharedFolder } from '../testing/for-the-file.ts'
import { writeDocument, writeList } from './documents.ts'

test('a list that another one publishes to meanwhile names what both have published', () => {
  const file = join(mkdtempSync(join(sharedFolder('documents'), 'list-')), 'versions')
  const inFolder = ['1.0.0']
  const listed = (): object => {
    const versions = [...inFolder]
    // The other publisher's file appears after our look and before our write.
    if (inFolder.length === 1) {
      inFolder.push('1.1.0')
      writeDocument(file, { versions: [...inFolder] })
    }
    return { versions }
  }
  writeList(file, listed)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { versions: ['1.0.0', '1.1.0'] })
})
