/** Where mails come from and lead to, while mail is on. */
export interface MailSource {
  readonly from: string
  readonly consoleUrl: string
  /** A sandbox sends nothing, so its codes are known. */
  readonly isSandbox: boolean
}
