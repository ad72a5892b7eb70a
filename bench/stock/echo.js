// A worker that does nothing: what a round trip costs.
onmessage = ({ data }) => postMessage(data);
