import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import './diagram.css'
import { Diagram } from './diagram.ts'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) { app.component('Diagram', Diagram) },
} satisfies Theme
