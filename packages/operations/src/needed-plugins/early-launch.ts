import type { Plugin } from '@slipway/agent'
import type { CatalogPart } from '../catalog/catalog-part.ts'
import { prelaunch } from './prelaunch.ts'

/** Starts some providers as soon as it is known what is installed, while the state is opened. */
export class EarlyLaunch implements Plugin {
  readonly name = 'early launch'
  readonly catalog: CatalogPart
  readonly #namespaces: ReadonlySet<string>

  constructor(catalog: CatalogPart, namespaces: ReadonlySet<string>) {
    this.catalog = catalog
    this.#namespaces = namespaces
  }

  init(): void {
    // The caller of one of them meets its failure.
    void prelaunch(this.catalog, this.#namespaces)
  }

  close(): void {}
}
