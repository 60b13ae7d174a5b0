/** The browser's stored copies of lists and tickets, as texts by their keys. */
export const keptCopies = () =>
  new Promise<ReadonlyArray<{ readonly key: string; readonly text: string }>>((resolve, reject) => {
    const opening = indexedDB.open("trunkline")
    opening.onsuccess = () => {
      const database = opening.result
      const store = database.transaction("caches").objectStore("caches")
      const [keys, values] = [store.getAllKeys(), store.getAll()]
      values.onerror = () => reject(values.error)
      values.onsuccess = () => {
        database.close()
        resolve(keys.result.map((key, at) => ({ key: String(key), text: JSON.stringify(values.result[at]) })))
      }
    }
  })
