/** The texts that operators and presenters read in English. */
export default {
  'swarm.go.gather': 'Next place',
  'swarm.go.paint': 'A fresh wall',
  'swarm.go.follow': 'Next leader',
  'swarm.go.wave': 'Next wave',
  'swarm.go.pixels': 'Next picture',
  'swarm.go.pattern': 'Next pattern',
  'swarm.go.patterns': 'Fly in patterns',
};
