/** Whether there is a server behind this page. `libertalia site` writes into its pages that there is none, so nobody has to ask. */

export const hasServer =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="libertalia-server"]')?.content !== 'none'
