import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)

/** Why no page can be looked at here; `false` when they can. */
export const missing = executablePath === undefined ? 'no browser here: apt-get install -y chromium' : false

/** A browser without windows, and without a network: a page that asks for anything fails. */
export function startBrowser(): Promise<Browser> {
  // Its sandbox cannot be had by root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ args, ...(executablePath !== undefined && { executablePath }) })
}
