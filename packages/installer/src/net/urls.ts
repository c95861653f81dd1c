import { Failure } from '@slipway/model'

/** Returns the URL without credentials: these may precede the host, and signed links have them in the query. */
export function shownUrl(url: string | URL): string {
  const text = String(url)
  if (!URL.canParse(text)) return text.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//')
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}

/**
 * Returns a URL that may be requested. @throws Failure `install/insecure-url`: only `https:`, and `http:` on this machine or where it is allowed,
 * and never after `https:`
 */
export function admitUrl(text: string, allowsHttp: boolean, base?: URL): URL {
  if (!URL.canParse(text, base?.href))
    throw new Failure('install/insecure-url', `${JSON.stringify(shownUrl(text).slice(0, 200))} is not a URL`, {
      hint: 'write the whole URL: https://host/path',
    })
  const url = new URL(text, base)
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:') {
    if (base?.protocol === 'https:') throw insecure(url, `${base.host} leads from https there`)
    if (allowsHttp || isLoopback(url.hostname)) return url
    throw insecure(url, 'http is only used on this machine')
  }
  throw insecure(url, `${url.protocol.slice(0, -1)} is not a way to download`)
}

/** Resolves a link in an answer: relative to the answer's URL, and not from https to http. @throws Failure `install/insecure-url` */
export function linkIn(answerUrl: string, link: string): string {
  return admitUrl(link, true, new URL(answerUrl)).href
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

function insecure(url: URL, reason: string): Failure {
  return new Failure('install/insecure-url', `${shownUrl(url)} is not asked: ${reason}`, {
    hint: 'use https; for a server without https in your own network, set plugins.allowHttp in your own settings: anyone on the network path can then change the download',
  })
}
