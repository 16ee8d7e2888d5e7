"""One training loop for all networks: one-cycle AdamW, averaged weights, a log line and a checkpoint now and then."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from vision.atomic_file import atomic_write

log = logging.getLogger("training")

SAVED = 250
"""Steps between checkpoints."""
CHECKED = 1000
"""Steps between checks."""


def steps_done(checkpoint: Path) -> int:
    """How far the training that a checkpoint belongs to has come; data seeded with it does not begin anew."""
    return int(torch.load(checkpoint, weights_only=True)["step"]) if checkpoint.exists() else 0


def keep_halved(network: nn.Module, target: Path) -> None:
    """Write a network's weights in float16, half as large: enough to go on from with another training."""
    weights = network.state_dict()
    torch.save({name: kept.half() if kept.is_floating_point() else kept for name, kept in weights.items()}, target)


def train(
    network: nn.Module,
    batches: Iterator[tuple[Tensor, Tensor]],
    loss: Callable[[Any, Tensor], Tensor],
    check: Callable[[nn.Module], str],
    checkpoint: Path,
    steps: int,
    rate: float,
    halved: bool = False,
    start: Path | None = None,
) -> nn.Module:
    """Train for `steps` batches and return the network with exponentially averaged weights.

    `loss` is given what the network puts out and the targets of a batch; `check` the averaged network now and
    then. Resumes from `checkpoint` where one exists; else begins with the weights `start`, if any. `halved` computes
    the network in bfloat16, its weights staying float32: dense convolutions take half the time on processors that
    know it, depthwise ones longer.
    """
    if start is not None and not checkpoint.exists():
        network.load_state_dict(torch.load(start, weights_only=True))
    network.to(memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.08)
    begun = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        begun = int(state["step"])
        log.info("resumed at step %d", begun)
    network.train()
    began, mean = time.monotonic(), 0.0
    for step in range(begun + 1, steps + 1):
        pictures, targets = next(batches)
        inputs = pictures.to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            outputs = network(inputs)
        value = loss(outputs, targets)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average.update_parameters(network)
        mean += (value.item() - mean) * (0.02 if step > begun + 50 else 1 / (step - begun))
        if step % 200 == 0:
            speed = (step - begun) * len(pictures) / (time.monotonic() - began)
            log.info("step %d of %d, loss %.4f, %.0f pictures/s", step, steps, mean, speed)
        if step % SAVED == 0 or step == steps:
            state = {
                "network": network.state_dict(),
                "average": average.state_dict(),
                "optimiser": optimiser.state_dict(),
                "schedule": schedule.state_dict(),
                "step": step,
            }
            with atomic_write(checkpoint) as file:
                torch.save(state, file)
        if step % CHECKED == 0 or step == steps:
            average.eval()
            log.info("checked at step %d: %s", step, check(average.module))
    return average.module
