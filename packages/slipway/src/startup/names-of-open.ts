const words: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPServerWrap: 'a server',
  TCPSocketWrap: 'a connection',
  TLSWrap: 'a connection',
  TCPConnectWrap: 'a connection',
  GetAddrInfoReqWrap: 'a connection',
  FSReqCallback: 'a file',
  FSReqPromise: 'a file',
  UDPWrap: 'a socket',
  ProcessWrap: 'a process',
  MessagePort: 'a worker',
  Worker: 'a worker',
  FSEventWrap: 'a watched file',
}

/** The things that keep this process open, in words for the user. */
export function namesOfOpen(): readonly string[] {
  return [...new Set(process.getActiveResourcesInfo().flatMap((name) => words[name] ?? []))]
}
