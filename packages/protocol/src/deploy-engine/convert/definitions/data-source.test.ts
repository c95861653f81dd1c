import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentNode, FetchRequest } from '@slipway/model'

import { decode, encode } from '../../../wire/codec/message.ts'
import { ResolvedDataSource } from '../../gen/providerserverv1.ts'
import { DataSource } from '../../gen/schema.ts'
import { dataSourceDocument, dataSourceOfDocument } from '../documents/blueprint-data-source.ts'
import { dataSourceToWire, fetchFromWire, fetchToWire } from './data-source.ts'

const request: Pick<FetchRequest, 'type' | 'filters' | 'exports' | 'metadata'> = {
  type: 'aws/lambda/function',
  filters: [],
  exports: { arn: { type: 'string' } },
}

describe('a data source without metadata', () => {
  const written: DocumentNode = {
    kind: 'map',
    entries: [{ key: 'type', value: { kind: 'scalar', value: 'aws/lambda/function' } }],
  }

  test('is checked with an empty message', () => {
    const wire = decode(DataSource, encode(DataSource, dataSourceToWire(request as FetchRequest)))
    assert.deepEqual({ ...wire.metadata?.annotations }, {})
    assert.notEqual(wire.metadata, undefined)
  })

  test('is read with an empty message, which counts as none for our own plugins', () => {
    const wire = decode(ResolvedDataSource, encode(ResolvedDataSource, fetchToWire(request as FetchRequest)))
    assert.notEqual(wire.dataSourceMetadata, undefined)
    assert.equal(fetchFromWire(wire, {}).metadata, undefined)
  })

  test('goes to a transformer with an empty message, and comes back without metadata', () => {
    const wire = decode(DataSource, encode(DataSource, dataSourceOfDocument(written)))
    assert.notEqual(wire.metadata, undefined)
    assert.deepEqual(
      dataSourceDocument(wire).entries.map(({ key }) => key),
      ['type', 'filter'],
    )
  })
})
