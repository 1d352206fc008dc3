'use client'
import { useEffect, useState } from 'react'
import { resilient } from 'resilience4cata'

const stockOf = resilient({ retry: { maxAttempts: 4, delay: '5ms' } }, async (url: string) => {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return await response.text()
})

export function Stock({ backend }: { backend: string }) {
  const [stock, setStock] = useState('…')
  useEffect(() => { void stockOf(`${backend}/busy/stock`).then(setStock) }, [backend])
  return <p id="stock">in stock: {stock}</p>
}
