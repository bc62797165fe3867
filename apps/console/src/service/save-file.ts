/** Saves a file to where the browser saves files. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by the next task.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  })
}
