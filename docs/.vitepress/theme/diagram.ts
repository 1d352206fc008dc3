import { useData } from 'vitepress'
import { defineComponent, h, onMounted, ref, useId, watch } from 'vue'

/** A Mermaid block. Without scripts, and until it is drawn, its text stands there. What draws is loaded by pages that have one only. */
export const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData()
    const id = useId()
    const svg = ref('')
    const draw = async () => {
      const { default: mermaid } = await import('mermaid')
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' })
      svg.value = (await mermaid.render(`diagram-${id}`, text)).svg
    }
    onMounted(() => watch(isDark, draw, { immediate: true }))
    return () => (svg.value ? h('div', { class: 'diagram', innerHTML: svg.value }) : h('pre', text))
  },
})
